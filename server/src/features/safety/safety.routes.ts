import { implementation, requireViewer } from '../../implementation.ts'
import type { BlockService } from './block.service.ts'
import type { ReportService } from './report.service.ts'

/**
 * The safety procedures of the contract.
 * @param options.sendReceipts never rejects
 * @param options.countBlock throws Refusal TOO_MANY_ATTEMPTS when somebody blocks too many
 */
export function safetyProcedures({
  blocks,
  reports,
  sendReceipts,
  countBlock,
}: {
  blocks: BlockService
  reports: Pick<ReportService, 'report'>
  sendReceipts: () => Promise<void>
  countBlock: (userId: string) => Promise<void>
}) {
  const { safety } = implementation
  return {
    blocks: safety.blocks.handler(({ context, input }) => blocks.list(requireViewer(context).userId, input)),
    block: safety.block.handler(async ({ context, input }) => {
      const { userId } = requireViewer(context)
      await countBlock(userId)
      return blocks.block(userId, input.person_id)
    }),
    unblock: safety.unblock.handler(({ context, input }) =>
      blocks.unblock(requireViewer(context).userId, input.person_id),
    ),
    report: safety.report.handler(async ({ context, input }) => {
      const receipt = await reports.report(
        { userId: context.viewer?.userId ?? null, clientAddress: context.clientAddress, language: context.language },
        input,
      )
      await sendReceipts()
      return receipt
    }),
  }
}
