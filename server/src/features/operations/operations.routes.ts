import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import { operator as operatorSchema } from '@kundig/contract/operations/operations.contract'

import { authorize } from '../../authorize.ts'
import { toWire } from '../../platform/wire/to-wire.ts'
import { createBookProcedures } from './books/book.routes.ts'
import type { OperatorBooksService } from './books/operator-books.service.ts'
import { createCaseProcedures } from './cases/case.routes.ts'
import type { CaseService } from './cases/case.service.ts'
import { createDecisionProcedures } from './cases/decision.routes.ts'
import type { DecisionService } from './cases/decision.service.ts'
import { createDisputeProcedures } from './disputes/dispute.routes.ts'
import type { OperatorDisputeService } from './disputes/operator-dispute.service.ts'
import { createFiguresProcedures } from './figures/figures.routes.ts'
import type { FiguresService } from './figures/figures.service.ts'
import { guardProcedures } from './guarded-procedures.ts'
import { createHealthProcedures } from './health/health.routes.ts'
import type { HealthService } from './health/health.service.ts'
import { findOperationRefusal } from './operations.policy.ts'
import type { PageEditingService } from './pages/page-editing.service.ts'
import { createPageProcedures } from './pages/page.routes.ts'
import { type PaymentLookupOptions, createPaymentLookupProcedures } from './payments-lookup/payment-lookup.routes.ts'
import { createPersonProcedures } from './people/person.routes.ts'
import type { PersonService } from './people/person.service.ts'
import type { OperatorRefundRequestService } from './refunds/operator-refund-request.service.ts'
import type { OperatorRefundService } from './refunds/operator-refund.service.ts'
import { createRefundProcedures } from './refunds/refund.routes.ts'
import { createSettingsProcedures } from './settings/settings.routes.ts'
import type { AuditLogService } from './team/audit-log.service.ts'
import type { OperatorService, RoleChange } from './team/operator.service.ts'
import type { SecondFactorGate } from './team/second-factor-gate.ts'
import { type WaitingListOptions, createWaitingListProcedures } from './waiting-list.routes.ts'

const REFUSALS = {
  'no owner': 'ROLE_NEEDED',
  'no account': 'NO_SUCH_ACCOUNT',
  'not confirmed': 'ACCOUNT_NOT_CONFIRMED',
  'last owner': 'LAST_OWNER',
} as const satisfies Record<Exclude<RoleChange, 'changed' | 'unchanged'>, ErrorCode>

export function createOperationsProcedures({
  operators,
  gate,
  auditLog,
  cases,
  decisions,
  waiting,
  settings,
  health,
  figures,
  refunds,
  refundRequests,
  disputes,
  people,
  pages,
  books,
  lookup,
}: {
  operators: OperatorService
  gate: SecondFactorGate
  auditLog: AuditLogService
  cases: CaseService
  decisions: DecisionService
  waiting: WaitingListOptions
  settings: Parameters<typeof createSettingsProcedures>[1]
  health: HealthService
  figures: FiguresService
  refunds: OperatorRefundService
  refundRequests: OperatorRefundRequestService
  disputes: OperatorDisputeService
  people: PersonService
  pages: PageEditingService
  books: OperatorBooksService
  lookup: PaymentLookupOptions
}) {
  const { known, operations } = guardProcedures({ operators, gate })
  const list = async () => ({ items: (await operators.list()).map(toWire(operatorSchema)) })
  return {
    ...createCaseProcedures(operations, cases),
    ...createDecisionProcedures(operations, { cases, decisions }),
    ...createWaitingListProcedures(operations, waiting),
    ...createSettingsProcedures(operations, settings),
    ...createHealthProcedures(operations, health),
    ...createFiguresProcedures(operations, figures),
    ...createBookProcedures(operations, books),
    ...createRefundProcedures(operations, refunds, refundRequests),
    ...createDisputeProcedures(operations, disputes),
    ...createPaymentLookupProcedures(operations, lookup),
    ...createPersonProcedures(operations, { people, decisions }),
    ...createPageProcedures(operations, { pages }),
    me: known.me.handler(async ({ context: { operator } }) => ({
      role: operator.role,
      second_factor: await gate.state(operator.viewer),
    })),
    operators: operations.operators.handler(list),
    changeRole: operations.changeRole.handler(async ({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'owner'))
      const outcome = await operators.change(input.email, input.role, operator.userId)
      if (outcome !== 'changed' && outcome !== 'unchanged') throw new Refusal(REFUSALS[outcome], 'email')
      return list()
    }),
    auditLog: operations.auditLog.handler(({ input }) => auditLog.page(input.before)),
  }
}
