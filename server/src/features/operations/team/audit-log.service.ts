import { AUDIT_LOG_PAGE_SIZE, type AuditEntry, auditEntry } from '@kundig/contract/operations/operations.contract'

import type { Database } from '../../../platform/database/database.ts'
import { toWire } from '../../../platform/wire/to-wire.ts'
import { findLatestEntries } from './audit-log.repository.ts'

export function createAuditLogService({ db }: { db: Database }) {
  return {
    /** @param before returns only entries before this id; undefined for the newest entries */
    page: async (before: number | undefined): Promise<{ items: AuditEntry[]; next_before: number | null }> => {
      const rows = await findLatestEntries(db, before ?? null, AUDIT_LOG_PAGE_SIZE + 1)
      const page = rows.slice(0, AUDIT_LOG_PAGE_SIZE)
      const next = rows.length > AUDIT_LOG_PAGE_SIZE ? page.at(-1)?.id : undefined
      return { items: page.map(toWire(auditEntry)), next_before: next ?? null }
    },
  }
}

export type AuditLogService = ReturnType<typeof createAuditLogService>
