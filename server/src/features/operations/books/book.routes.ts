import { authorize } from '../../../authorize.ts'
import type { GuardedProcedures } from '../guarded-procedures.ts'
import { findOperationRefusal } from '../operations.policy.ts'
import type { OperatorBooksService } from './operator-books.service.ts'

export function createBookProcedures(operations: GuardedProcedures, books: OperatorBooksService) {
  return {
    books: operations.books.handler(({ input }) => books.read(input.range)),
    booksOfDay: operations.booksOfDay.handler(({ input }) => books.day(input.day, input.cursor)),
    lookAtBalance: operations.lookAtBalance.handler(({ context: { operator } }) => {
      authorize(findOperationRefusal(operator.role, 'moderator'))
      return books.runCheck()
    }),
    takeInPayment: operations.takeInPayment.handler(({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'moderator'))
      return books.reconcile(operator.userId, input.id)
    }),
    ignorePayment: operations.ignorePayment.handler(({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'moderator'))
      return books.ignore(operator.userId, input.id)
    }),
    seeBalanceType: operations.seeBalanceType.handler(async ({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'owner'))
      await books.acknowledgeType(operator.userId, input.type)
      return {}
    }),
  }
}
