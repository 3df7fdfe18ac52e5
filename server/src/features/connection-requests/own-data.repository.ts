import { sql } from 'drizzle-orm'

import type { RequestEnd } from '@kundig/contract/connection-requests/request-life-cycle'

import type { OwnData } from '../../own-data.ts'
import type { Executor } from '../../platform/database/database.ts'
import { readRowsInIdOrder } from '../../platform/database/json-rows.ts'
import { toVisibleEndReason } from './request.policy.ts'

export const ownDataOfRequests: OwnData = {
  connection_requests_sent: (db, userId) => listRequests(db, userId, 'sent'),
  connection_requests_received: (db, userId) => listRequests(db, userId, 'received'),
}

interface OwnRequest {
  id: string
  sender_id: string
  ended_by: RequestEnd | null
}

async function* listRequests(db: Executor, userId: string, side: 'sent' | 'received'): AsyncGenerator {
  const requests = readRowsInIdOrder<OwnRequest>(
    db,
    (
      page,
    ) => sql`SELECT id, sender_id, receiver_id, message, status, ended_by, rejection_reason, expires_at, ended_at, created_at,
          updated_at
        FROM connection_requests
        WHERE ${side === 'sent' ? sql`sender_id` : sql`receiver_id`} = ${userId}
          AND ${page(sql`id`)}`,
  )
  for await (const request of requests) {
    const { sender_id: senderId, ended_by: endedBy } = request
    yield { ...request, ended_by: toVisibleEndReason({ senderId, endedBy }, userId) }
  }
}
