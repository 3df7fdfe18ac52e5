import { desc, eq, lt } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { user } from '../../../tables/auth.ts'
import { auditLog, operatorRoles } from '../../../tables/operations.ts'

export type AuditAction =
  | 'role_changed'
  | 'second_factor_reset'
  | 'content_seen'
  | 'case_taken'
  | 'case_given_back'
  | 'case_decided'
  | 'decision_undone'
  | 'decision_upheld'
  | 'person_invited'
  | 'settings_changed'
  | 'payment_refunded'
  | 'refund_declined'
  | 'payment_looked_again'
  | 'payment_taken_in'
  | 'payment_ignored'
  | 'balance_type_seen'
  | 'dispute_seen'
  | 'evidence_submitted'
  | 'person_seen'
  | 'payment_block_lifted'
  | 'page_saved'
  | 'page_published'
  | 'category_added'
  | 'category_renamed'
  | 'category_moved'
  | 'category_shown_or_hidden'

/** Entry for an operator's action, with ids and states, never with names or texts. */
export interface AuditEntry {
  /** Null for a change by `npm run operator`. */
  actorId: string | null
  action: AuditAction
  subjectKind:
    | 'account'
    | 'report_case'
    | 'decision'
    | 'invitation'
    | 'site'
    | 'payment'
    | 'unknown_payment'
    | 'refund_request'
    | 'dispute'
    | 'category'
  subjectId: string
  /** Slug of a subject without an id, such as a category; `subjectId` is then `SITE_ID`. */
  subjectSlug?: string
  stateBefore: string | null
  stateAfter: string | null
}

export async function recordAuditEntry(tx: Executor, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values(entry)
}

export type AuditRow = typeof auditLog.$inferSelect & { actorEmail: string | null }

export async function findLatestEntries(db: Executor, before: number | null, limit: number): Promise<AuditRow[]> {
  const rows = await db
    .select({ entry: auditLog, actorEmail: user.email })
    .from(auditLog)
    .leftJoin(operatorRoles, eq(operatorRoles.userId, auditLog.actorId))
    .leftJoin(user, eq(user.id, operatorRoles.userId))
    .where(before === null ? undefined : lt(auditLog.id, before))
    .orderBy(desc(auditLog.id))
    .limit(limit)
  return rows.map(({ entry, actorEmail }) => ({ ...entry, actorEmail }))
}
