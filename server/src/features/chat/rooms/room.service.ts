import { type ReadMark, type Room, ROOMS_PAGE_SIZE, type RoomsPage } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import type { DomainEvents } from '../../../domain-events.ts'
import { cutPage, decodeCursor } from '../../../platform/database/cursor.ts'
import type { AfterCommit, Database, Executor, Transaction } from '../../../platform/database/database.ts'
import { PublishDedupe } from '../../../platform/live/publish-dedupe.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import type { ContactService } from '../../safety/blocks/contact.service.ts'
import type { ChatEvents } from '../chat.events.ts'
import { findPartnerId, presentRoom } from '../chat.presenter.ts'
import { readPreview } from '../messages/message-preview.repository.ts'
import type { PaymentAttachments } from '../ports.ts'
import type { TypingService } from '../presence/typing.service.ts'
import { requireRoomAsParticipant, requireRoomWithLastMessage } from './room-access.ts'
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

/** Spec 4. */
export class RoomService {
  readonly #deps: RoomServiceOptions
  readonly #closings = new PublishDedupe()
  readonly #marks = new PublishDedupe()

  constructor(deps: RoomServiceOptions) {
    this.#deps = deps
  }

  #view({ last, ...found }: repository.ShownRoom, viewerId: string, partner: Profile): Room {
    return presentRoom({ ...found, last: readPreview(last, this.#deps.payments) }, viewerId, partner)
  }

  async #present(executor: Executor, found: readonly repository.ShownRoom[], viewerId: string): Promise<Room[]> {
    const partners = await this.#deps.profiles.counterparts(
      executor,
      found.map((one) => findPartnerId(one, viewerId)),
    )
    return found.flatMap((one) => {
      const partner = partners.get(findPartnerId(one, viewerId))
      return partner ? [this.#view(one, viewerId, partner)] : []
    })
  }

  async #viewsByUser(executor: Executor, found: repository.ShownRoom): Promise<Map<string, Room>> {
    const people = await this.#deps.profiles.counterparts(executor, found.room.participantIds)
    return new Map(
      found.room.participantIds.flatMap((userId) => {
        const partner = people.get(findPartnerId(found, userId))
        return partner ? [[userId, this.#view(found, userId, partner)] as const] : []
      }),
    )
  }

  #recordClosed(
    tx: Transaction,
    afterCommit: AfterCommit,
    found: repository.RoomWithMembers,
    actorId: string,
  ): Promise<void> {
    const recipientId = findPartnerId(found, actorId)
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
      if (!(await repository.closeRoom(tx, id))) continue
      const found = await requireRoomWithLastMessage(tx, actorId, id, this.#deps.payments.select)
      const views = await this.#viewsByUser(tx, found)
      afterCommit(() => this.#deps.typing.forget(id))
      this.#closings.unlessPublished(afterCommit, id, 'closed')(() => this.#deps.events.roomUpdated(views))
      await this.#recordClosed(tx, afterCommit, found, actorId)
    }
  }

  /** Returns the recipients of a read mark. If read marks are hidden, only the reader receives it. */
  async #findMarkRecipients(
    viewerId: string,
    { participantIds, isClosed, hidesReads }: repository.ReadMark,
  ): Promise<string[]> {
    if (hidesReads) return [viewerId]
    const [one, other] = participantIds
    if (!isClosed || one === undefined || other === undefined) return participantIds
    return (await this.#deps.contact.isBlockedBetween(this.#deps.db, one, other)) ? [viewerId] : participantIds
  }

  /** @throws Refusal ROOM_NOT_FOUND to non-participants, whether or not the room exists */
  async membership(viewerId: string, id: string): Promise<{ id: string; partnerId: string; isOpen: boolean }> {
    const found = await requireRoomAsParticipant(this.#deps.db, viewerId, id)
    return { id: found.room.id, partnerId: findPartnerId(found, viewerId), isOpen: found.room.status === 'open' }
  }

  async publishUpdated(tx: Transaction, afterCommit: AfterCommit, id: string): Promise<void> {
    const found = await repository.findRoomWithLastMessage(tx, id, this.#deps.payments.select)
    if (!found) return
    const views = await this.#viewsByUser(tx, found)
    afterCommit(() => this.#deps.events.roomUpdated(views))
  }

  /** @throws Refusal INVALID_INPUT for an unknown cursor */
  async list(viewerId: string, { cursor }: { cursor?: string | undefined } = {}): Promise<RoomsPage> {
    const after = cursor === undefined ? null : decodeCursor(cursor)
    // Reads one extra row, which shows whether there is a next page.
    const { rooms: found, unreadTotal } = await repository.findPage(this.#deps.db, {
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
    const shown = await requireRoomWithLastMessage(this.#deps.db, viewerId, id, this.#deps.payments.select)
    const [room] = await this.#present(this.#deps.db, [shown], viewerId)
    if (!room) throw new Refusal('ROOM_NOT_FOUND')
    return room
  }

  /** Runs in the acceptance's transaction, and publishes after commit. @returns each participant's room, by user id */
  async openForRequest(
    tx: Transaction,
    afterCommit: AfterCommit,
    request: repository.NewRoom,
  ): Promise<ReadonlyMap<string, Room>> {
    const views = await this.#viewsByUser(tx, { ...(await repository.insertRoomWithMembers(tx, request)), last: null })
    afterCommit(() => this.#deps.events.roomOpened(views))
    return views
  }

  async republishOpened(tx: Transaction, afterCommit: AfterCommit, requestId: string): Promise<void> {
    const id = (await repository.findRoomIdsByRequestIds(tx, [requestId])).get(requestId)
    const found =
      id === undefined ? undefined : await repository.findRoomWithLastMessage(tx, id, this.#deps.payments.select)
    if (!found) return
    const views = await this.#viewsByUser(tx, found)
    afterCommit(() => this.#deps.events.roomOpened(views))
  }

  /** Lists the newest chats first. */
  openChats(userId: string, limit: number): Promise<{ id: string; partnerId: string }[]> {
    return repository.findOpenChats(this.#deps.db, userId, limit)
  }

  idsByRequest(executor: Executor, requestIds: readonly string[]): Promise<Map<string, string>> {
    return repository.findRoomIdsByRequestIds(executor, requestIds)
  }

  /** Closes the room for both people (spec 4). A retry publishes the closing again. @throws Refusal ROOM_NOT_FOUND */
  async close(viewerId: string, id: string): Promise<Room> {
    const views = await this.#deps.db.transaction(async (tx, afterCommit) => {
      const found = await requireRoomAsParticipant(tx, viewerId, id)
      if (await repository.closeRoom(tx, id)) await this.#recordClosed(tx, afterCommit, found, viewerId)
      const closed = await this.#viewsByUser(
        tx,
        await requireRoomWithLastMessage(tx, viewerId, id, this.#deps.payments.select),
      )
      this.#closings.unlessPublished(afterCommit, id, 'closed')(() => this.#deps.events.roomUpdated(closed))
      return closed
    })
    const room = views.get(viewerId)
    if (!room) throw new Refusal('ROOM_NOT_FOUND')
    return room
  }

  /** Runs in the transaction that closes the account. Keeps all messages. */
  async closeAllForPerson(tx: Transaction, afterCommit: AfterCommit, userId: string): Promise<void> {
    return this.#closeAll(tx, afterCommit, await repository.findOpenRoomIds(tx, userId), userId)
  }

  /** After commit, the closed rooms accept no messages. */
  async closeAllBetween(tx: Transaction, afterCommit: AfterCommit, actorId: string, otherId: string): Promise<void> {
    return this.#closeAll(tx, afterCommit, await repository.findSharedOpenRoomIds(tx, actorId, otherId), actorId)
  }

  /**
   * A position beyond the last message marks all as read (spec 4). Needs no transaction, because it is one statement.
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
    // An unchanged mark may be a retry: the first call may have failed between commit and publishing.
    if (this.#marks.isDue(`${id} ${viewerId}`, marked.lastReadSeq) || marked.moved)
      this.#deps.events.roomRead(await this.#findMarkRecipients(viewerId, marked), { ...read, reader_id: viewerId })
    return read
  }
}
