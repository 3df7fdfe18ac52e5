import type { Room } from '@kundig/contract/chat/chat.contract'
import type {
  ConnectionRequest,
  WaitingRequests,
} from '@kundig/contract/connection-requests/connection-requests.contract'
import { Refusal } from '@kundig/contract/errors'
import { LIMITS } from '@kundig/contract/limits'

import { decodeCursor, encodeCursor } from '../../platform/database/cursor.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Reads } from '../../platform/database/replica.ts'
import type { RoomService } from '../chat/room.service.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { RequestEvents } from './request.events.ts'
import { decideRefusal, readRefusal, sendRefusal } from './request.policy.ts'
import { counterpartIdOf, presentRequest } from './request.presenter.ts'
import * as repository from './request.repository.ts'

export interface RequestServiceOptions {
  db: Database
  reads: Reads
  profiles: Pick<ProfileService, 'counterparts' | 'exists' | 'requireVisible'>
  rooms: Pick<RoomService, 'openForRequest' | 'announceOpened' | 'idsByRequest'>
  events: RequestEvents
}

/** Connection requests (spec 4): sending one, deciding it, and the room that accepting opens. */
export function createRequestService({ db, reads, profiles, rooms, events }: RequestServiceOptions) {
  async function present(
    executor: Executor,
    viewerId: string,
    rows: readonly repository.RequestRow[],
  ): Promise<ConnectionRequest[]> {
    const accepted = rows.filter(({ status }) => status === 'accepted').map(({ id }) => id)
    const counterparts = await profiles.counterparts(
      executor,
      rows.map((row) => counterpartIdOf(row, viewerId)),
    )
    const roomIds = await rooms.idsByRequest(executor, accepted)
    return rows.flatMap((row) => {
      const counterpart = counterparts.get(counterpartIdOf(row, viewerId))
      return counterpart ? [presentRequest(row, counterpart, roomIds.get(row.id) ?? null)] : []
    })
  }

  /** The request as each of its two people sees it, by person. */
  async function views(executor: Executor, row: repository.RequestRow): Promise<Map<string, ConnectionRequest>> {
    const seen = new Map<string, ConnectionRequest>()
    for (const id of [row.senderId, row.receiverId]) {
      for (const request of await present(executor, id, [row])) seen.set(id, request)
    }
    return seen
  }

  function viewOf(seen: ReadonlyMap<string, ConnectionRequest>, viewerId: string): ConnectionRequest {
    const request = seen.get(viewerId)
    if (!request) throw new Refusal('REQUEST_NOT_FOUND')
    return request
  }

  /** @returns the request as each of its two people sees it then; announce it after the commit */
  async function decide<Extra>(
    viewerId: string,
    id: string,
    status: 'accepted' | 'rejected',
    before: (tx: Executor, row: repository.RequestRow) => Promise<Extra>,
  ): Promise<{ seen: Map<string, ConnectionRequest>; extra: Extra }> {
    return db.transaction(async (tx) => {
      const row = await repository.findByIdForDecision(tx, id)
      const refusal = row ? decideRefusal(row, viewerId, status) : 'REQUEST_NOT_FOUND'
      if (refusal || !row) throw new Refusal(refusal ?? 'REQUEST_NOT_FOUND')
      const extra = await before(tx, row)
      return { seen: await views(tx, await repository.setStatus(tx, id, status)), extra }
    })
  }

  return {
    /**
     * Sends a request with an introduction.
     * @throws Refusal REQUEST_TO_SELF, PROFILE_REQUIRED, PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC, REQUEST_PENDING
     */
    create: async (senderId: string, input: { receiver_id: string; message: string }): Promise<ConnectionRequest> => {
      const receiverId = input.receiver_id
      const refusal = sendRefusal({ senderId, receiverId, senderHasProfile: await profiles.exists(senderId) })
      if (refusal) throw new Refusal(refusal)
      await profiles.requireVisible(senderId, receiverId)
      const seen = await db.transaction(async (tx) => {
        const row = await repository.create(tx, { senderId, receiverId, message: input.message })
        if (!row) throw new Refusal('REQUEST_PENDING')
        return views(tx, row)
      })
      events.created(seen)
      return viewOf(seen, senderId)
    },

    /** Pending requests addressed to a person: the newest 100 (spec 4), and the number of all. */
    pending: async (viewerId: string): Promise<{ items: ConnectionRequest[]; total: number }> => {
      const { rows, total } = await repository.findPending(db, viewerId, LIMITS.pendingRequestsMax)
      return { items: await present(db, viewerId, rows), total }
    },

    /** To whom a person's requests went that wait for an answer: the newest 1,000. */
    waiting: async (viewerId: string): Promise<WaitingRequests> => {
      const rows = await repository.findWaiting(db, viewerId, LIMITS.waitingRequestsMax)
      return { items: rows.map(({ id, receiverId }) => ({ id, receiver_id: receiverId })) }
    },

    /** What a person sent, and what they decided. */
    history: async (
      viewerId: string,
      cursor: string | undefined,
    ): Promise<{ items: ConnectionRequest[]; next_cursor: string | null }> => {
      const limit = LIMITS.historyPageSize
      const after = cursor === undefined ? null : decodeCursor(cursor)
      return reads.run(async (executor) => {
        const rows = await repository.findHistory(executor, viewerId, after, limit + 1)
        const page = rows.slice(0, limit)
        const last = rows.length > limit ? page.at(-1) : undefined
        return {
          items: await present(executor, viewerId, page),
          next_cursor: last ? encodeCursor({ at: last.updatedAt, id: last.id }) : null,
        }
      })
    },

    /** @throws Refusal REQUEST_NOT_FOUND */
    get: async (viewerId: string, id: string): Promise<ConnectionRequest> => {
      const row = await repository.findById(db, id)
      const refusal = readRefusal(row, viewerId)
      if (refusal || !row) throw new Refusal(refusal ?? 'REQUEST_NOT_FOUND')
      return viewOf(await views(db, row), viewerId)
    },

    /**
     * Accepts a request (spec 4): the room is made first, then the request is accepted, in one transaction.
     * @throws Refusal REQUEST_NOT_FOUND, FORBIDDEN, REQUEST_DECIDED
     */
    accept: async (viewerId: string, id: string): Promise<{ request: ConnectionRequest; room: Room }> => {
      const { seen, extra: opened } = await decide(viewerId, id, 'accepted', (tx, { senderId, receiverId, message }) =>
        rooms.openForRequest(tx, {
          requestId: id,
          requestMessage: message,
          requesterId: senderId,
          otherId: receiverId,
        }),
      )
      rooms.announceOpened(opened)
      events.decided(seen)
      const room = opened.get(viewerId)
      if (!room) throw new Refusal('ROOM_NOT_FOUND')
      return { request: viewOf(seen, viewerId), room }
    },

    /**
     * Rejects what is pending from and for a person whose account is closed, in that transaction.
     * @returns tells the others, after the commit
     */
    rejectAllOf: async (tx: Executor, userId: string): Promise<() => void> => {
      const rejected: ReadonlyMap<string, ConnectionRequest>[] = []
      for (const row of await repository.rejectAllOf(tx, userId)) rejected.push(await views(tx, row))
      return () => {
        for (const seen of rejected) events.decided(seen)
      }
    },

    /**
     * Rejects a request (spec 4).
     * @throws Refusal REQUEST_NOT_FOUND, FORBIDDEN, REQUEST_DECIDED
     */
    reject: async (viewerId: string, id: string): Promise<ConnectionRequest> => {
      const { seen } = await decide(viewerId, id, 'rejected', async () => undefined)
      events.decided(seen)
      return viewOf(seen, viewerId)
    },
  }
}

export type RequestService = ReturnType<typeof createRequestService>
