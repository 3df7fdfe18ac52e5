import type { GuardedProcedures } from '../guarded-procedures.ts'
import type { CaseService } from './case.service.ts'
import type { DecisionService } from './decision.service.ts'

export function createDecisionProcedures(
  operations: GuardedProcedures,
  { cases, decisions }: { cases: CaseService; decisions: DecisionService },
) {
  return {
    decideCase: operations.decideCase.handler(async ({ context: { operator }, input: { case_id, ...input } }) => {
      await decisions.decide(operator.userId, case_id, input)
      return cases.read(case_id, operator.userId)
    }),
    caseDecisions: operations.caseDecisions.handler(async ({ context: { operator }, input }) => ({
      items: await decisions.aboutPersonOfCase(operator.userId, input.case_id),
    })),
    undoDecision: operations.undoDecision.handler(({ context: { operator }, input }) =>
      decisions.undo(operator.userId, input.decision_id, input.facts),
    ),
    upholdDecision: operations.upholdDecision.handler(({ context: { operator }, input }) =>
      decisions.uphold(operator.userId, input.decision_id, input.facts),
    ),
    objections: operations.objections.handler(async ({ context: { operator } }) => ({
      items: await decisions.objections(operator.userId),
    })),
    figures: operations.figures.handler(() => decisions.figures()),
  }
}
