import { implementation, requireViewer } from '../../implementation.ts'
import type { QuestionService } from './questions/question.service.ts'
import type { RequestService } from './request.service.ts'

export function createConnectionRequestProcedures({
  requests,
  questions,
}: {
  requests: RequestService
  questions: QuestionService
}) {
  const { connectionRequests } = implementation
  return {
    create: connectionRequests.create.handler(({ context, input }) =>
      requests.create(requireViewer(context).userId, input),
    ),
    sendQuestion: connectionRequests.sendQuestion.handler(({ context, input }) =>
      questions.send(requireViewer(context).userId, input),
    ),
    pending: connectionRequests.pending.handler(({ context }) => requests.pending(requireViewer(context).userId)),
    waiting: connectionRequests.waiting.handler(({ context }) => requests.openContacts(requireViewer(context).userId)),
    allowance: connectionRequests.allowance.handler(({ context, input }) =>
      requests.allowance(requireViewer(context).userId, input.receiver_id),
    ),
    history: connectionRequests.history.handler(({ context, input }) =>
      requests.history(requireViewer(context).userId, input.cursor),
    ),
    get: connectionRequests.get.handler(({ context, input }) => requests.get(requireViewer(context).userId, input.id)),
    accept: connectionRequests.accept.handler(({ context, input }) =>
      requests.accept(requireViewer(context).userId, input.id),
    ),
    reject: connectionRequests.reject.handler(({ context, input }) =>
      requests.reject(requireViewer(context).userId, input.id, input.reason),
    ),
    withdraw: connectionRequests.withdraw.handler(({ context, input }) =>
      requests.withdraw(requireViewer(context).userId, input.id),
    ),
  }
}
