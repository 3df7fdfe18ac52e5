import { type ReadMark, type Room, ROOMS_PAGE_SIZE, type RoomsPage } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import type { DomainEvents } from '../../../domain-events.ts'
import { cutPage, decodeCursor } from '../../../platform/database/cursor.ts'
import type { AfterCommit, Database, Executor, Transaction } from '../../../platform/database/database.ts'
import { PublishedStates } from '../../../platform/live/published-states.ts'
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
export class RoomService {
  readonly #deps: RoomServiceOptions
  readonly #closings = new PublishedStates()
  readonly #marks = new PublishedStates()

  constructor(deps: RoomServiceOptions) {
    this.#deps = deps
  }

  #view({ last, ...found }: repository.ShownRoom, viewerId: string, partner: Profile): Room {
    return presentRoom(
      { ...found, last: last && { ...last, payment: this.#deps.payments.read(last.payment) } },
      viewerId,
      partner,
    )
  }

  async #present(executor: Executor, found: readonly repository.ShownRoom[], viewerId: string): Promise<Room[]> {
    const partners = await this.#deps.profiles.counterparts(
      executor,
      found.map((one) => partnerIdOf(one, viewerId)),
    )
    return found.flatMap((one) => {
      const partner = partners.get(partnerIdOf(one, viewerId))
      return partner ? [this.#view(one, viewerId, partner)] : []
    })
  }

  /** The room as each of its two people sees it, by person. */
  async #viewsByUser(executor: Executor, found: repository.ShownRoom): Promise<Map<string, Room>> {
    const people = await this.#deps.profiles.counterparts(executor, found.room.participantIds)
    return new Map(
      found.room.participantIds.flatMap((userId) => {
        const partner = people.get(partnerIdOf(found, userId))
        return partner ? [[userId, this.#view(found, userId, partner)] as const] : []
      }),
    )
  }

  /** The partner of whoever closed a room is told. */
  #recordClosed(
    tx: Transaction,
    afterCommit: AfterCommit,
    found: repository.RoomWithMembers,
    actorId: string,
  ): Promise<void> {
    const recipientId = partnerIdOf(found, actorId)
    const { id } = found.room
    return this.#deps.domainEvents.record(tx, afterCommit, {
      kind: 'chat_closed',
      recipientId,
      subjectId: id,
      roomId: id,
      actorId,
    })
  }

  async #closeAll(tx: Transaction, afterCommit: AfterCommit, ids: readonly string[], actorId: string) {
    for (const id of ids) {
      if (!(await repository.close(tx, id))) continue
      const found = await findShownAsParticipant(tx, actorId, id, this.#deps.payments.select)
      const views = await this.#viewsByUser(tx, found)
      afterCommit(() => this.#deps.typing.forget(id))
      this.#closings.unlessPublished(afterCommit, id, 'closed')(() => this.#deps.events.roomUpdated(views))
      await this.#recordClosed(tx, afterCommit, found, actorId)
    }
  }

  /** Both people, or the reader alone, where the other one is to hear nothing of them. */
  async #audienceOf(
    viewerId: string,
    { participantIds, isClosed, hidesReads }: repository.ReadMark,
  ): Promise<string[]> {
    if (hidesReads) return [viewerId]
    const [one, other] = participantIds
    if (!isClosed || one === undefined || other === undefined) return participantIds
    return (await this.#deps.contact.isBlockedBetween(this.#deps.db, one, other)) ? [viewerId] : participantIds
  }

  /**
   * What a participant must know of a room in order to do something in it with the other one.
   * @throws Refusal ROOM_NOT_FOUND to everyone else, whether or not the room exists
   */
  async membership(viewerId: string, id: string): Promise<{ id: string; partnerId: string; isOpen: boolean }> {
    const found = await findAsParticipant(this.#deps.db, viewerId, id)
    return { id: found.room.id, partnerId: partnerIdOf(found, viewerId), isOpen: found.room.status === 'open' }
  }

  /** Shows both participants, after the commit, what a room is like once a transaction has changed something in it. */
  async publishUpdated(tx: Transaction, afterCommit: AfterCommit, id: string): Promise<void> {
    const found = await repository.findShownById(tx, id, this.#deps.payments.select)
    if (!found) return
    const views = await this.#viewsByUser(tx, found)
    afterCommit(() => this.#deps.events.roomUpdated(views))
  }

  /**
   * A page of a person's rooms, latest change first, with their unread total over all of them; in one statement.
   * @param input.cursor where it begins, as the page before it said
   * @throws Refusal INVALID_INPUT when the cursor is not one of ours
   */
  async list(viewerId: string, { cursor }: { cursor?: string | undefined } = {}): Promise<RoomsPage> {
    const after = cursor === undefined ? null : decodeCursor(cursor)
    // One more than shown tells whether there is a next page.
    const { rooms: found, unreadTotal } = await repository.findPageOf(this.#deps.db, {
      userId: viewerId,
      selectPartner: this.#deps.profiles.counterpart.select,
      selectPayment: this.#deps.payments.select,
      after,
      limit: ROOMS_PAGE_SIZE + 1,
    })
    const { page, next_cursor } = cutPage(found, ROOMS_PAGE_SIZE, ({ room: { updatedAt: at, id } }) => ({ at, id }))
    return {
      items: page.flatMap(({ partner, ...one }) =>
        partner === null ? [] : [this.#view(one, viewerId, this.#deps.profiles.counterpart.read(partner))],
      ),
      unread_total: unreadTotal,
      next_cursor,
    }
  }

  /** @throws Refusal ROOM_NOT_FOUND */
  async get(viewerId: string, id: string): Promise<Room> {
    const shown = await findShownAsParticipant(this.#deps.db, viewerId, id, this.#deps.payments.select)
    const [room] = await this.#present(this.#deps.db, [shown], viewerId)
    if (!room) throw new Refusal('ROOM_NOT_FOUND')
    return room
  }

  /**
   * Makes the room of an accepted request, inside the transaction that accepts it, and publishes it after the commit.
   * @returns the room as each participant sees it, by person
   */
  async openForRequest(
    tx: Transaction,
    afterCommit: AfterCommit,
    request: repository.NewRoom,
  ): Promise<ReadonlyMap<string, Room>> {
    const views = await this.#viewsByUser(tx, { ...(await repository.create(tx, request)), last: null })
    afterCommit(() => this.#deps.events.roomOpened(views))
    return views
  }

  /** Publishes once more the room that accepting a request opened, if it opened one. */
  async republishOpened(tx: Transaction, afterCommit: AfterCommit, requestId: string): Promise<void> {
    const id = (await repository.findIdsByRequestIds(tx, [requestId])).get(requestId)
    const found = id === undefined ? undefined : await repository.findShownById(tx, id, this.#deps.payments.select)
    if (!found) return
    const views = await this.#viewsByUser(tx, found)
    afterCommit(() => this.#deps.events.roomOpened(views))
  }

  /** The newest open rooms of a person, each with its other participant. */
  openChats(userId: string, limit: number): Promise<{ id: string; partnerId: string }[]> {
    return repository.findOpenChats(this.#deps.db, userId, limit)
  }

  idsByRequest(executor: Executor, requestIds: readonly string[]): Promise<Map<string, string>> {
    return repository.findIdsByRequestIds(executor, requestIds)
  }

  /**
   * Closes a room for both (spec 4). Closing a closed room changes nothing; whether the first try was published, this
   * server may not know, and then it publishes it now.
   * @throws Refusal ROOM_NOT_FOUND
   */
  async close(viewerId: string, id: string): Promise<Room> {
    const views = await this.#deps.db.transaction(async (tx, afterCommit) => {
      const found = await findAsParticipant(tx, viewerId, id)
      if (await repository.close(tx, id)) await this.#recordClosed(tx, afterCommit, found, viewerId)
      const closed = await this.#viewsByUser(
        tx,
        await findShownAsParticipant(tx, viewerId, id, this.#deps.payments.select),
      )
      this.#closings.unlessPublished(afterCommit, id, 'closed')(() => this.#deps.events.roomUpdated(closed))
      return closed
    })
    const room = views.get(viewerId)
    if (!room) throw new Refusal('ROOM_NOT_FOUND')
    return room
  }

  /** Closes every room of a person whose account is closed, in that transaction. All messages stay. */
  async closeAllOf(tx: Transaction, afterCommit: AfterCommit, userId: string): Promise<void> {
    return this.#closeAll(tx, afterCommit, await repository.findOpenIds(tx, userId), userId)
  }

  /** The same for the rooms of two people, as their contact ends. From the commit on nothing is stored in them. */
  async closeAllBetween(tx: Transaction, afterCommit: AfterCommit, actorId: string, otherId: string): Promise<void> {
    return this.#closeAll(tx, afterCommit, await repository.findOpenIdsBetween(tx, actorId, otherId), actorId)
  }

  /**
   * Marks the partner's messages as read up to a place (spec 4). A place beyond the last message means all. One
   * statement, which commits by itself, so that the mark is published as soon as that has answered.
   * @throws Refusal ROOM_NOT_FOUND
   */
  async markRead(viewerId: string, id: string, upToSeq: number): Promise<ReadMark> {
    const marked = await repository.markRead(this.#deps.db, id, viewerId, upToSeq)
    if (!marked) throw new Refusal('ROOM_NOT_FOUND')
    const read = {
      room_id: id,
      up_to_seq: marked.lastReadSeq,
      unread_count: marked.unreadCount,
      last_seq: marked.lastSeq,
    }
    // A mark that moved nothing may be the repeat of one whose commit had no answer, and that nobody heard of.
    if (this.#marks.isDue(`${id} ${viewerId}`, marked.lastReadSeq) || marked.moved)
      this.#deps.events.roomRead(await this.#audienceOf(viewerId, marked), { ...read, reader_id: viewerId })
    return read
  }
}
