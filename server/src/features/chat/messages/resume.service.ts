import type { RoomChanges, RoomsPage } from '@kundig/contract/chat/chat.contract'
import { LIMITS } from '@kundig/contract/limits'

import type { Database, Fragment } from '../../../platform/database/database.ts'
import { presentMessage } from '../chat.presenter.ts'
import type { PaymentAttachments, Stamps } from '../ports.ts'
import { findMissedChanges, type MissedInRoom } from './resume.repository.ts'

/** Maximum messages per answer over all rooms; changed messages have the same maximum. */
const ITEMS_MAX = 2 * LIMITS.chatPageMax

export interface ClientRoomInput {
  room_id: string
  last_seq: number
  change_seq: number
  last_client_id?: string | undefined
}

export interface ResumeServiceOptions {
  db: Database
  payments: PaymentAttachments
  stamps: Stamps<(userId: string) => Fragment>
  list: (viewerId: string) => Promise<RoomsPage>
}

/** Reads the list of rooms last, so that it is never older than the missed messages. */
export function createResumeService({ db, payments, stamps, list }: ResumeServiceOptions) {
  return async (
    viewerId: string,
    held: readonly ClientRoomInput[],
  ): Promise<{ rooms: RoomChanges[]; gone: string[]; list: RoomsPage; stamps: Stamps<string> }> => {
    // If the client names a room twice, only its last entry counts.
    const asked = [...new Map(held.map((one) => [one.room_id, one])).values()]
    const found = await findMissedChanges(
      db,
      payments,
      viewerId,
      asked.map((one) => ({
        roomId: one.room_id,
        lastSeq: one.last_seq,
        changeSeq: one.change_seq,
        lastClientId: one.last_client_id ?? null,
      })),
      {
        perRoom: LIMITS.chatPageMax,
        inAll: ITEMS_MAX,
        stamps: {
          requests: stamps.requests(viewerId),
          seller: stamps.seller(viewerId),
          notifications: stamps.notifications(viewerId),
        },
      },
    )
    const own = new Set(found.rooms.map((one) => one.held.roomId))
    return {
      rooms: found.rooms.filter(hasChanges).map(presentChanges),
      gone: asked.flatMap(({ room_id: id }) => (own.has(id) ? [] : [id])),
      stamps: found.stamps,
      list: await list(viewerId),
    }
  }
}

export type ResumeService = ReturnType<typeof createResumeService>

/** After a restored backup or a lossy failover, a client can be ahead of the server, or have different messages. */
function hasChanges({ held, isAnother, lastSeq, changeSeq }: MissedInRoom): boolean {
  return isAnother || lastSeq !== held.lastSeq || changeSeq !== held.changeSeq
}

function presentChanges(missed: MissedInRoom): RoomChanges {
  const { held, readUpTo, changed, hasMoreMessages, hasMoreChanged } = missed
  return {
    room_id: held.roomId,
    messages: missed.messages.map((whole) => presentMessage(whole, readUpTo)),
    changed: changed.map((whole) => presentMessage(whole, readUpTo)),
    ...(missed.isAnother && { is_another: true as const }),
    has_more: hasMoreMessages || hasMoreChanged,
    last_seq: missed.lastSeq,
    change_seq: hasMoreChanged ? (changed.at(-1)?.message.changedSeq ?? held.changeSeq) : missed.changeSeq,
  }
}
