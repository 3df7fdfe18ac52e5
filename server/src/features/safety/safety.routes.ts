import { countSharedCall, implementation, requireAccount, requireViewer } from '../../implementation.ts'
import type { BlockService } from './blocks/block.service.ts'
import type { ReportService } from './reports/report.service.ts'
import type { StatementService } from './statements/statement.service.ts'

/** `sendReceipts` never rejects. `countBlock` throws Refusal TOO_MANY_ATTEMPTS. */
export function createSafetyProcedures({
  blocks,
  reports,
  statements,
  sendReceipts,
  countBlock,
}: {
  blocks: BlockService
  reports: Pick<ReportService, 'report'>
  statements: Pick<StatementService, 'list' | 'object'>
  sendReceipts: () => Promise<void>
  countBlock: (userId: string) => Promise<void>
}) {
  const { safety } = implementation
  return {
    blocks: safety.blocks.handler(({ context, input }) => blocks.list(requireViewer(context).userId, input)),
    block: safety.block.handler(async ({ context, input }) =>
      blocks.block(await countSharedCall(context, countBlock), input.person_id),
    ),
    unblock: safety.unblock.handler(({ context, input }) =>
      blocks.unblock(requireViewer(context).userId, input.person_id),
    ),
    statements: safety.statements.handler(async ({ context }) => ({
      items: await statements.list(requireAccount(context).userId),
    })),
    object: safety.object.handler(({ context, input }) =>
      statements.object(requireAccount(context).userId, input.decision_id, input.text),
    ),
    report: safety.report.handler(async ({ context, input }) => {
      // Visitors may report. Restricted people are refused while logged in, but can report as visitors.
      const viewer = context.restricted ? requireViewer(context) : context.viewer
      const receipt = await reports.report(
        { userId: viewer?.userId ?? null, clientAddress: context.clientAddress, language: context.language },
        input,
      )
      await sendReceipts()
      return receipt
    }),
  }
}
