import type { RoomNews, RoomsPage } from '@kundig/contract/chat/chat.contract'
import { LIMITS } from '@kundig/contract/limits'

import type { Database, Fragment } from '../../../platform/database/database.ts'
import { presentMessage } from '../chat.presenter.ts'
import type { PaymentAttachments, Stamps } from '../ports.ts'
import { findMissed, type MissedOfRoom } from './resume.repository.ts'

/** The most messages of all rooms together in one answer, and as many that were changed. */
const ITEMS_MAX = 2 * LIMITS.chatPageMax

/** What a client holds of a room, as the contract words it. */
export interface HeldInput {
  room_id: string
  last_seq: number
  change_seq: number
  last_client_id?: string | undefined
}

export interface ResumeServiceOptions {
  db: Database
  payments: PaymentAttachments
  /** Subqueries for how what else a person is shown stands: chat does not know whose they are. */
  stamps: Stamps<(userId: string) => Fragment>
  /** The first page of the person's rooms, as `chat.rooms` answers it without a cursor. */
  list: (viewerId: string) => Promise<RoomsPage>
}

/**
 * What a client that was away has missed of the rooms that it holds, the first page of its rooms, and whether something
 * else is news. One statement finds all that was missed; the list is read after it, so that it is never older.
 * @returns asks the question: for a person, with what they hold of each room, the most wanted room first
 */
export function createResumeService({ db, payments, stamps, list }: ResumeServiceOptions) {
  return async (
    viewerId: string,
    held: readonly HeldInput[],
  ): Promise<{ rooms: RoomNews[]; gone: string[]; list: RoomsPage; stamps: Stamps<string> }> => {
    // A room that is named twice is answered once, by what was said of it last.
    const asked = [...new Map(held.map((one) => [one.room_id, one])).values()]
    const found = await findMissed(
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
      rooms: found.rooms.filter(hasNews).map(presentNews),
      gone: asked.flatMap(({ room_id: id }) => (own.has(id) ? [] : [id])),
      stamps: found.stamps,
      list: await list(viewerId),
    }
  }
}

export type ResumeService = ReturnType<typeof createResumeService>

/**
 * A room that has less than the client holds, or another message at the place, is another one now, as after a restored
 * backup or a failover that lost commits: the client must be told.
 */
function hasNews({ held, isAnother, lastSeq, changeSeq }: MissedOfRoom): boolean {
  return isAnother || lastSeq !== held.lastSeq || changeSeq !== held.changeSeq
}

function presentNews(missed: MissedOfRoom): RoomNews {
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
