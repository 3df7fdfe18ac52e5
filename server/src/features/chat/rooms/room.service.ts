import { type ReadMark, type Room, ROOMS_PAGE_SIZE, type RoomsPage } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import type { DomainEvents } from '../../../domain-events.ts'
import { cutPage, decodeCursor } from '../../../platform/database/cursor.ts'
import type { AfterCommit, Database, Executor, Transaction } from '../../../platform/database/database.ts'
import { createPublishedStates } from '../../../platform/live/published-states.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import type { ContactService } from '../../safety/blocks/contact.service.ts'
import type { ChatEvents } from '../chat.events.ts'
import { partnerIdOf, presentRoom } from '../chat.presenter.ts'
import type { PaymentAttachments } from '../ports.ts'
import type { TypingService } from '../presence/typing.service.ts'
import { findAsParticipant, findShownAsParticipant } from './room-access.ts'
import * as repository from './room.repository.ts'

export interface RoomServiceOptions {
  db: Database
  profiles: Pick<ProfileService, 'counterparts' | 'counterpart'>
  payments: Pick<PaymentAttachments, 'select' | 'read'>
  contact: Pick<ContactService, 'isBlockedBetween'>
  typing: Pick<TypingService, 'forget'>
  events: ChatEvents
  domainEvents: DomainEvents
}

/** Chat rooms (spec 4): opening, closing and reading them, each shown as the one who asks sees it. */
export function createRoomService({
  db,
  profiles,
  payments,
  contact,
  typing,
  events,
  domainEvents,
}: RoomServiceOptions) {
  const closings = createPublishedStates()
  const marks = createPublishedStates()

  const view = ({ last, ...found }: repository.ShownRoom, viewerId: string, partner: Profile): Room =>
    presentRoom({ ...found, last: last && { ...last, payment: payments.read(last.payment) } }, viewerId, partner)

  async function present(
    executor: Executor,
    found: readonly repository.ShownRoom[],
    viewerId: string,
  ): Promise<Room[]> {
    const partners = await profiles.counterparts(
      executor,
      found.map((one) => partnerIdOf(one, viewerId)),
    )
    return found.flatMap((one) => {
      const partner = partners.get(partnerIdOf(one, viewerId))
      return partner ? [view(one, viewerId, partner)] : []
    })
  }

  /** The room as each of its two people sees it, by person. */
  async function viewsByUser(executor: Executor, found: repository.ShownRoom): Promise<Map<string, Room>> {
    const people = await profiles.counterparts(executor, found.room.participantIds)
    return new Map(
      found.room.participantIds.flatMap((userId) => {
        const partner = people.get(partnerIdOf(found, userId))
        return partner ? [[userId, view(found, userId, partner)] as const] : []
      }),
    )
  }

  /** The partner of whoever closed a room is told. */
  function recordClosed(
    tx: Transaction,
    afterCommit: AfterCommit,
    found: repository.RoomWithMembers,
    actorId: string,
  ): Promise<void> {
    const recipientId = partnerIdOf(found, actorId)
    const { id } = found.room
    return domainEvents.record(tx, afterCommit, {
      kind: 'chat_closed',
      recipientId,
      subjectId: id,
      roomId: id,
      actorId,
    })
  }

  async function closeAll(tx: Transaction, afterCommit: AfterCommit, ids: readonly string[], actorId: string) {
    for (const id of ids) {
      if (!(await repository.close(tx, id))) continue
      const found = await findShownAsParticipant(tx, actorId, id, payments.select)
      const views = await viewsByUser(tx, found)
      afterCommit(() => typing.forget(id))
      closings.unlessPublished(afterCommit, id, 'closed')(() => events.roomUpdated(views))
      await recordClosed(tx, afterCommit, found, actorId)
    }
  }

  /** Both people, or the reader alone, where the other one is to hear nothing of them. */
  async function audienceOf(
    viewerId: string,
    { participantIds, isClosed, hidesReads }: repository.ReadMark,
  ): Promise<string[]> {
    if (hidesReads) return [viewerId]
    const [one, other] = participantIds
    if (!isClosed || one === undefined || other === undefined) return participantIds
    return (await contact.isBlockedBetween(db, one, other)) ? [viewerId] : participantIds
  }

  return {
    /**
     * What a participant must know of a room in order to do something in it with the other one.
     * @throws Refusal ROOM_NOT_FOUND to everyone else, whether or not the room exists
     */
    membership: async (viewerId: string, id: string): Promise<{ id: string; partnerId: string; isOpen: boolean }> => {
      const found = await findAsParticipant(db, viewerId, id)
      return { id: found.room.id, partnerId: partnerIdOf(found, viewerId), isOpen: found.room.status === 'open' }
    },

    /** Shows both participants, after the commit, what a room is like once a transaction has changed something in it. */
    publishUpdated: async (tx: Transaction, afterCommit: AfterCommit, id: string): Promise<void> => {
      const found = await repository.findShownById(tx, id, payments.select)
      if (!found) return
      const views = await viewsByUser(tx, found)
      afterCommit(() => events.roomUpdated(views))
    },

    /**
     * A page of a person's rooms, latest change first, with their unread total over all of them; in one statement.
     * @param input.cursor where it begins, as the page before it said
     * @throws Refusal INVALID_INPUT when the cursor is not one of ours
     */
    list: async (viewerId: string, { cursor }: { cursor?: string | undefined } = {}): Promise<RoomsPage> => {
      const after = cursor === undefined ? null : decodeCursor(cursor)
      // One more than shown tells whether there is a next page.
      const { rooms: found, unreadTotal } = await repository.findPageOf(db, {
        userId: viewerId,
        selectPartner: profiles.counterpart.select,
        selectPayment: payments.select,
        after,
        limit: ROOMS_PAGE_SIZE + 1,
      })
      const { page, next_cursor } = cutPage(found, ROOMS_PAGE_SIZE, ({ room: { updatedAt: at, id } }) => ({ at, id }))
      return {
        items: page.flatMap(({ partner, ...one }) =>
          partner === null ? [] : [view(one, viewerId, profiles.counterpart.read(partner))],
        ),
        unread_total: unreadTotal,
        next_cursor,
      }
    },

    /** @throws Refusal ROOM_NOT_FOUND */
    get: async (viewerId: string, id: string): Promise<Room> => {
      const shown = await findShownAsParticipant(db, viewerId, id, payments.select)
      const [room] = await present(db, [shown], viewerId)
      if (!room) throw new Refusal('ROOM_NOT_FOUND')
      return room
    },

    /**
     * Makes the room of an accepted request, inside the transaction that accepts it, and publishes it after the commit.
     * @returns the room as each participant sees it, by person
     */
    openForRequest: async (
      tx: Transaction,
      afterCommit: AfterCommit,
      request: repository.NewRoom,
    ): Promise<ReadonlyMap<string, Room>> => {
      const views = await viewsByUser(tx, { ...(await repository.create(tx, request)), last: null })
      afterCommit(() => events.roomOpened(views))
      return views
    },

    /** Publishes once more the room that accepting a request opened, if it opened one. */
    republishOpened: async (tx: Transaction, afterCommit: AfterCommit, requestId: string): Promise<void> => {
      const id = (await repository.findIdsByRequestIds(tx, [requestId])).get(requestId)
      const found = id === undefined ? undefined : await repository.findShownById(tx, id, payments.select)
      if (!found) return
      const views = await viewsByUser(tx, found)
      afterCommit(() => events.roomOpened(views))
    },

    /** The newest open rooms of a person, each with its other participant. */
    openChats: (userId: string, limit: number): Promise<{ id: string; partnerId: string }[]> =>
      repository.findOpenChats(db, userId, limit),

    idsByRequest: (executor: Executor, requestIds: readonly string[]): Promise<Map<string, string>> =>
      repository.findIdsByRequestIds(executor, requestIds),

    /**
     * Closes a room for both (spec 4). Closing a closed room changes nothing; whether the first try was published, this
     * server may not know, and then it publishes it now.
     * @throws Refusal ROOM_NOT_FOUND
     */
    close: async (viewerId: string, id: string): Promise<Room> => {
      const views = await db.transaction(async (tx, afterCommit) => {
        const found = await findAsParticipant(tx, viewerId, id)
        if (await repository.close(tx, id)) await recordClosed(tx, afterCommit, found, viewerId)
        const closed = await viewsByUser(tx, await findShownAsParticipant(tx, viewerId, id, payments.select))
        closings.unlessPublished(afterCommit, id, 'closed')(() => events.roomUpdated(closed))
        return closed
      })
      const room = views.get(viewerId)
      if (!room) throw new Refusal('ROOM_NOT_FOUND')
      return room
    },

    /** Closes every room of a person whose account is closed, in that transaction. All messages stay. */
    closeAllOf: async (tx: Transaction, afterCommit: AfterCommit, userId: string): Promise<void> =>
      closeAll(tx, afterCommit, await repository.findOpenIds(tx, userId), userId),

    /** The same for the rooms of two people, as their contact ends. From the commit on nothing is stored in them. */
    closeAllBetween: async (
      tx: Transaction,
      afterCommit: AfterCommit,
      actorId: string,
      otherId: string,
    ): Promise<void> => closeAll(tx, afterCommit, await repository.findOpenIdsBetween(tx, actorId, otherId), actorId),

    /**
     * Marks the partner's messages as read up to a place (spec 4). A place beyond the last message means all. One
     * statement, which commits by itself, so that the mark is published as soon as that has answered.
     * @throws Refusal ROOM_NOT_FOUND
     */
    markRead: async (viewerId: string, id: string, upToSeq: number): Promise<ReadMark> => {
      const marked = await repository.markRead(db, id, viewerId, upToSeq)
      if (!marked) throw new Refusal('ROOM_NOT_FOUND')
      const read = {
        room_id: id,
        up_to_seq: marked.lastReadSeq,
        unread_count: marked.unreadCount,
        last_seq: marked.lastSeq,
      }
      // A mark that moved nothing may be the repeat of one whose commit had no answer, and that nobody heard of.
      if (marks.isDue(`${id} ${viewerId}`, marked.lastReadSeq) || marked.moved)
        events.roomRead(await audienceOf(viewerId, marked), { ...read, reader_id: viewerId })
      return read
    },
  }
}

export type RoomService = ReturnType<typeof createRoomService>
