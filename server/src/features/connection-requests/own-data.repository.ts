import { sql } from 'drizzle-orm'

import type { RequestEnd } from '@kundig/contract/connection-requests/request-life-cycle'

import type { Executor } from '../../platform/database/database.ts'
import { readJsonRows } from '../../platform/database/json-rows.ts'

export interface OwnRequest {
  id: string
  sender_id: string
  ended_by: RequestEnd | null
}

/** The requests that a person sent or received, in order of their ids. */
export const findOwnAfter = (
  db: Executor,
  userId: string,
  side: 'sent' | 'received',
  after: OwnRequest | undefined,
  limit: number,
): Promise<OwnRequest[]> =>
  readJsonRows<OwnRequest>(
    db,
    sql`SELECT id, sender_id, receiver_id, message, status, ended_by, rejection_reason, expires_at, ended_at, created_at,
          updated_at
        FROM connection_requests
        WHERE ${side === 'sent' ? sql`sender_id` : sql`receiver_id`} = ${userId}
          AND (${after?.id ?? null}::uuid IS NULL OR id > ${after?.id ?? null}::uuid)
        ORDER BY id LIMIT ${limit}`,
  )
