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
import { createAnnouncedStates } from '../../platform/live/published-states.ts'
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
  rooms: Pick<RoomService, 'openForRequest' | 'announceOpened' | 'idsByRequest' | 'seenByBoth'>
  events: RequestEvents
}

/** Connection requests (spec 4): sending one, deciding it, and the room that accepting opens. */
export function createRequestService({ db, reads, profiles, rooms, events }: RequestServiceOptions) {
  const announced = createAnnouncedStates()

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

  /** The request as both see it, and the room that accepting it opened: what is announced once it is decided. */
  interface Decided {
    seen: ReadonlyMap<string, ConnectionRequest>
    opened: ReadonlyMap<string, Room>
  }

  /** Tells both people what became of a request, unless this server has done so already. */
  function announceDecided(id: string, { seen, opened }: Decided): void {
    if (!announced.isDue(id, 'decided')) return
    rooms.announceOpened(opened)
    events.decided(seen)
  }

  /**
   * Decides a request and tells both people, after the commit. One that was decided before is told again where this
   * server did not do so: the first try may have been cut off at its commit.
   */
  async function decide(
    viewerId: string,
    id: string,
    status: 'accepted' | 'rejected',
    open: (tx: Executor, row: repository.RequestRow) => Promise<ReadonlyMap<string, Room>>,
  ): Promise<Decided> {
    const { refusal, ...decided } = await db.transaction(async (tx) => {
      const row = await repository.findByIdForDecision(tx, id)
      const no = row ? decideRefusal(row, viewerId, status) : 'REQUEST_NOT_FOUND'
      if (!row || (no && no !== 'REQUEST_DECIDED')) throw new Refusal(no ?? 'REQUEST_NOT_FOUND')
      if (no && announced.has(id, 'decided')) throw new Refusal(no)
      if (no) return { refusal: no, seen: await views(tx, row), opened: await openedBy(tx, id) }
      const opened = await open(tx, row)
      return { refusal: null, seen: await views(tx, await repository.setStatus(tx, id, status)), opened }
    })
    announceDecided(id, decided)
    if (refusal) throw new Refusal(refusal)
    return decided
  }

  async function openedBy(tx: Executor, requestId: string): Promise<ReadonlyMap<string, Room>> {
    const roomId = (await rooms.idsByRequest(tx, [requestId])).get(requestId)
    return roomId === undefined ? new Map() : rooms.seenByBoth(tx, roomId)
  }

  /** Tells both people of a request that waits, unless this server has done so already. */
  function announceCreated(id: string, seen: ReadonlyMap<string, ConnectionRequest>): void {
    if (announced.isDue(id, 'created')) events.created(seen)
  }

  async function announcePending(senderId: string, receiverId: string): Promise<void> {
    const row = await repository.findPendingBetween(db, senderId, receiverId)
    if (row && !announced.has(row.id, 'created')) announceCreated(row.id, await views(db, row))
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
      const made = await db
        .transaction(async (tx) => {
          const row = await repository.create(tx, { senderId, receiverId, message: input.message })
          // The transaction is over by now.
          if (!row) throw new Refusal('REQUEST_PENDING')
          return { id: row.id, seen: await views(tx, row) }
        })
        .catch(async (error: unknown) => {
          if (error instanceof Refusal && error.code === 'REQUEST_PENDING') await announcePending(senderId, receiverId)
          throw error
        })
      announceCreated(made.id, made.seen)
      return viewOf(made.seen, senderId)
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
      const { seen, opened } = await decide(viewerId, id, 'accepted', (tx, { senderId, receiverId, message }) =>
        rooms.openForRequest(tx, {
          requestId: id,
          requestMessage: message,
          requesterId: senderId,
          otherId: receiverId,
        }),
      )
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
      const { seen } = await decide(viewerId, id, 'rejected', async () => new Map())
      return viewOf(seen, viewerId)
    },
  }
}

export type RequestService = ReturnType<typeof createRequestService>
