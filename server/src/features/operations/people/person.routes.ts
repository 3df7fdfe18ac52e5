import { authorize } from '../../../authorize.ts'
import type { DecisionService } from '../cases/decision.service.ts'
import type { GuardedProcedures } from '../guarded-procedures.ts'
import { findOperationRefusal } from '../operations.policy.ts'
import type { PersonService } from './person.service.ts'

export function createPersonProcedures(
  operations: GuardedProcedures,
  { people, decisions }: { people: PersonService; decisions: Pick<DecisionService, 'suspend'> },
) {
  return {
    findPeople: operations.findPeople.handler(({ input }) => people.find(input.query)),
    lookAtPerson: operations.lookAtPerson.handler(({ context: { operator }, input }) =>
      people.view(operator, input.person_id),
    ),
    liftPaymentBlock: operations.liftPaymentBlock.handler(async ({ context: { operator }, input }) => {
      await people.liftPaymentBlock(operator, input.person_id)
      return { ok: true as const }
    }),
    suspendPerson: operations.suspendPerson.handler(async ({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'moderator'))
      const { person_id: personId, ...reasons } = input
      await decisions.suspend(operator.userId, personId, reasons)
      return { ok: true as const }
    }),
  }
}
