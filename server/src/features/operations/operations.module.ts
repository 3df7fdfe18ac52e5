import type { Database } from '../../platform/database/database.ts'
import { createAuditLogService } from './audit-log.service.ts'
import { operationsProcedures } from './operations.routes.ts'
import { createOperatorService } from './operator.service.ts'

/** Running the site: who may, and what they did. No other feature knows of it. */
export function createOperationsModule({ db }: { db: Database }) {
  return {
    procedures: operationsProcedures({
      operators: createOperatorService({ db }),
      auditLog: createAuditLogService({ db }),
    }),
  }
}
