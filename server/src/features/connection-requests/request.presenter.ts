import {
  type ConnectionRequest,
  connectionRequest,
} from '@kundig/contract/connection-requests/connection-requests.contract'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { toWire } from '../../platform/wire/to-wire.ts'
import { toVisibleEndReason } from './request.policy.ts'
import type { RequestRow } from './request.repository.ts'

const toRequest = toWire(connectionRequest.omit({ ended_by: true }))

export function findCounterpartId(row: RequestRow, viewerId: string): string {
  return row.senderId === viewerId ? row.receiverId : row.senderId
}

export function presentRequest(
  row: RequestRow,
  viewerId: string,
  counterpart: Profile,
  roomId: string | null,
): ConnectionRequest {
  const endedBy = toVisibleEndReason(row, viewerId)
  return {
    ...toRequest(row),
    withdrawn: endedBy !== null && endedBy !== 'receiver',
    ended_by: endedBy,
    counterpart,
    room_id: roomId,
  }
}
