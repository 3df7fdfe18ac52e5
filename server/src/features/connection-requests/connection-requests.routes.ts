import { implementation, requireViewer } from '../../implementation.ts'
import type { RequestService } from './request.service.ts'

/**
 * The connection request procedures of the contract, for whoever is logged in.
 * @param options.countIntroduction throws Refusal TOO_MANY_ATTEMPTS when somebody introduces themselves too often
 */
export function connectionRequestProcedures({
  requests,
  countIntroduction,
}: {
  requests: RequestService
  countIntroduction: (userId: string) => Promise<void>
}) {
  const { connectionRequests } = implementation
  return {
    create: connectionRequests.create.handler(async ({ context, input }) => {
      const { userId } = requireViewer(context)
      await countIntroduction(userId)
      return requests.create(userId, input)
    }),
    pending: connectionRequests.pending.handler(({ context }) => requests.pending(requireViewer(context).userId)),
    waiting: connectionRequests.waiting.handler(({ context }) => requests.waiting(requireViewer(context).userId)),
    history: connectionRequests.history.handler(({ context, input }) =>
      requests.history(requireViewer(context).userId, input.cursor),
    ),
    get: connectionRequests.get.handler(({ context, input }) => requests.get(requireViewer(context).userId, input.id)),
    accept: connectionRequests.accept.handler(({ context, input }) =>
      requests.accept(requireViewer(context).userId, input.id),
    ),
    reject: connectionRequests.reject.handler(({ context, input }) =>
      requests.reject(requireViewer(context).userId, input.id),
    ),
    withdraw: connectionRequests.withdraw.handler(({ context, input }) =>
      requests.withdraw(requireViewer(context).userId, input.id),
    ),
  }
}
