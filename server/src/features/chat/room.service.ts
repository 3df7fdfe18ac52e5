import type { Room } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'

import type { Database, Executor } from '../../platform/database/database.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { ChatEvents } from './chat.events.ts'
import { partnerIdOf, presentRoom } from './chat.presenter.ts'
import { findAsParticipant } from './room-access.ts'
import { createRefusal } from './room.policy.ts'
import * as repository from './room.repository.ts'

export interface RoomServiceOptions {
  db: Database
  profiles: Pick<ProfileService, 'counterparts'>
  events: ChatEvents
}

export function createRoomService({ db, profiles, events }: RoomServiceOptions) {
  async function present(
    executor: Executor,
    found: readonly repository.RoomWithMembers[],
    viewerId: string,
  ): Promise<Room[]> {
    const partners = await profiles.counterparts(
      executor,
      found.map((one) => partnerIdOf(one, viewerId)),
    )
    return found.flatMap((one) => {
      const partner = partners.get(partnerIdOf(one, viewerId))
      return partner ? [presentRoom(one, viewerId, partner)] : []
    })
  }

  async function views(executor: Executor, found: repository.RoomWithMembers): Promise<Map<string, Room>> {
    const entries = await Promise.all(
      found.room.participantIds.map(async (userId) =>
        (await present(executor, [found], userId)).map((room) => [userId, room] as const),
      ),
    )
    return new Map(entries.flat())
  }

  return {
    /**
     * What a participant must know of a room in order to do something in it with the other one.
     * @throws Refusal ROOM_NOT_FOUND to everyone else, whether or not the room exists
     */
    participation: async (
      viewerId: string,
      id: string,
    ): Promise<{ id: string; partnerId: string; isOpen: boolean }> => {
      const found = await findAsParticipant(db, viewerId, id)
      return { id: found.room.id, partnerId: partnerIdOf(found, viewerId), isOpen: found.room.status === 'open' }
    },

    /** Makes what happens in a transaction the room's latest change, also in a closed room. */
    touch: (tx: Executor, id: string): Promise<void> => repository.touch(tx, id),

    /** Shows a room as it is now to both participants, after the commit of what `touch` was called for. */
    announceUpdated: async (id: string): Promise<void> => {
      const found = await repository.findById(db, id)
      if (found) events.roomUpdated(await views(db, found))
    },

    /** A person's rooms, latest change first, with their unread total. */
    list: async (viewerId: string): Promise<{ items: Room[]; unread_total: number }> => {
      const items = await present(db, await repository.findByParticipant(db, viewerId), viewerId)
      return { items, unread_total: items.reduce((total, room) => total + room.unread_count, 0) }
    },

    /** @throws Refusal ROOM_NOT_FOUND */
    get: async (viewerId: string, id: string): Promise<Room> => {
      const [room] = await present(db, [await findAsParticipant(db, viewerId, id)], viewerId)
      if (!room) throw new Refusal('ROOM_NOT_FOUND')
      return room
    },

    /** @throws Refusal FORBIDDEN, always: see the policy */
    create: (): never => {
      throw new Refusal(createRefusal())
    },

    /**
     * Makes the room of an accepted request, inside the transaction that accepts it.
     * @returns the room as each participant sees it; announce them with `announceOpened` after the commit
     */
    openForRequest: async (tx: Executor, request: repository.NewRoom): Promise<Map<string, Room>> =>
      views(tx, await repository.create(tx, request)),

    announceOpened: (opened: ReadonlyMap<string, Room>): void => events.roomOpened(opened),

    idsByRequest: (requestIds: readonly string[]): Promise<Map<string, string>> =>
      repository.findIdsByRequestIds(db, requestIds),

    /**
     * Closes a room for both (spec 4). Closing a closed room changes nothing.
     * @throws Refusal ROOM_NOT_FOUND
     */
    close: async (viewerId: string, id: string): Promise<Room> => {
      await findAsParticipant(db, viewerId, id)
      const closedNow = await repository.close(db, id)
      const seen = await views(db, await findAsParticipant(db, viewerId, id))
      if (closedNow) events.roomUpdated(seen)
      const room = seen.get(viewerId)
      if (!room) throw new Refusal('ROOM_NOT_FOUND')
      return room
    },

    /**
     * Marks the partner's messages as read up to a place (spec 4). A place beyond the last message means all.
     * @throws Refusal ROOM_NOT_FOUND
     */
    markRead: async (
      viewerId: string,
      id: string,
      upToSeq: number,
    ): Promise<{ room_id: string; unread_count: number; unread_total: number }> => {
      const found = await findAsParticipant(db, viewerId, id)
      const before = found.members.find(({ userId }) => userId === viewerId)
      const after = await db.transaction((tx) => repository.markRead(tx, id, viewerId, upToSeq))
      const read = {
        room_id: id,
        unread_count: after.unreadCount,
        unread_total: await repository.unreadTotal(db, viewerId),
      }
      if (before?.lastReadSeq !== after.lastReadSeq) {
        events.roomRead(viewerId, partnerIdOf(found, viewerId), { ...read, up_to_seq: after.lastReadSeq })
      }
      return read
    },
  }
}

export type RoomService = ReturnType<typeof createRoomService>
