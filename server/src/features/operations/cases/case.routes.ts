import type { GuardedProcedures } from '../guarded-procedures.ts'
import type { CaseService } from './case.service.ts'

export function createCaseProcedures(operations: GuardedProcedures, cases: CaseService) {
  return {
    cases: operations.cases.handler(({ context: { operator }, input }) => cases.list(operator.userId, input)),
    case: operations.case.handler(({ context: { operator }, input }) => cases.read(input.case_id, operator.userId)),
    lookAtCase: operations.lookAtCase.handler(({ context: { operator }, input }) =>
      cases.view(operator.userId, input.case_id),
    ),
    takeCase: operations.takeCase.handler(({ context: { operator }, input }) =>
      cases.take(operator.userId, input.case_id),
    ),
    giveBackCase: operations.giveBackCase.handler(({ context: { operator }, input }) =>
      cases.giveBack(operator.userId, input.case_id),
    ),
  }
}
