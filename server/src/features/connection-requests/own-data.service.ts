import type { OwnData } from '../../own-data.ts'
import type { Database } from '../../platform/database/database.ts'
import { readByPages } from '../../platform/database/json-rows.ts'
import { findOwnAfter, type OwnRequest } from './own-data.repository.ts'
import { toldEndOf } from './request.policy.ts'

export function ownDataOfRequests({ db }: { db: Database }): OwnData {
  async function* toldOf(userId: string, side: 'sent' | 'received'): AsyncGenerator {
    const requests = readByPages<OwnRequest>((after, limit) => findOwnAfter(db, userId, side, after, limit))
    for await (const request of requests) {
      const { sender_id: senderId, ended_by: endedBy } = request
      yield { ...request, ended_by: toldEndOf({ senderId, endedBy }, userId) }
    }
  }
  return {
    connection_requests_sent: (userId) => toldOf(userId, 'sent'),
    connection_requests_received: (userId) => toldOf(userId, 'received'),
  }
}
