import type { Database } from '../../platform/database/database.ts'
import { createAuditLogService } from './audit-log.service.ts'
import { operationsProcedures } from './operations.routes.ts'
import { createOperatorService } from './operator.service.ts'
import { createPersonService } from './people/person.service.ts'
import type {
  ChatModeration,
  Erasure,
  EscalatedRefundRequests,
  Invitations,
  PaymentLookup,
  PaymentRefunds,
  People,
  ProfileModeration,
  SecondFactor,
  Standings,
  WaitingList,
} from './ports.ts'
import { createOperatorRefundRequestService } from './refunds/operator-refund-request.service.ts'
import { createOperatorRefundService } from './refunds/operator-refund.service.ts'
import { serveReportedFiles } from './reported-file.routes.ts'
import { createSecondFactorGate } from './second-factor-gate.ts'

/** Running the site: who may, and what they did. No other feature knows of it. */
export function createOperationsModule({ db }: { db: Database }) {
  return {
    serve: (server: HttpServer, identify: Identify): void =>
      serveReportedFiles(server, { identify, operators, gate, cases }),
    procedures: operationsProcedures({
      operators: createOperatorService({ db }),
      auditLog: createAuditLogService({ db }),
      cases,
      decisions,
      waiting: options,
      settings: options,
      health,
      lookup: options.paymentLookup,
      db,
      people: createPersonService({ db, queue, decisions }),
      refunds: createOperatorRefundService({ db, people: profiles, payments: options.paymentRefunds }),
      refundRequests: createOperatorRefundRequestService({
        db,
        people: profiles,
        refundRequests: options.refundRequests,
      }),
    }),
  }
}
