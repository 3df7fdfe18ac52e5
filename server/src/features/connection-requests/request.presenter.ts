import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { toldEndOf } from './request.policy.ts'
import type { RequestRow } from './request.repository.ts'

/** The person on the other side of a request. */
export function counterpartIdOf(row: RequestRow, viewerId: string): string {
  return row.senderId === viewerId ? row.receiverId : row.senderId
}

/** A request for one of its two people. */
export function presentRequest(
  row: RequestRow,
  viewerId: string,
  counterpart: Profile,
  roomId: string | null,
): ConnectionRequest {
  const endedBy = toldEndOf(row, viewerId)
  return {
    id: row.id,
    sender_id: row.senderId,
    receiver_id: row.receiverId,
    message: row.message,
    status: row.status,
    withdrawn: endedBy !== null && endedBy !== 'receiver',
    ended_by: endedBy,
    rejection_reason: row.rejectionReason,
    expires_at: row.expiresAt.toISOString(),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    counterpart,
    room_id: roomId,
  }
}
