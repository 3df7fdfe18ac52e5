import type { Executor } from '../platform/database/database.ts'
import { auditLog } from '../tables.ts'

/** What an operator did: ids and states, never names or texts. */
export interface AuditEntry {
  /** Null for the command of whoever runs the server. */
  actorId: string | null
  action: 'role_changed'
  subjectKind: 'account'
  subjectId: string
  /** Null where there was, or is, nothing. */
  stateBefore: string | null
  stateAfter: string | null
}

/** Writes down what an operator did, in the transaction that does it. */
export async function record(tx: Executor, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values(entry)
}
