import type { Room } from '@kundig/contract/chat/chat.contract'
import type {
  ConnectionRequest,
  OpenContacts,
  RequestAllowance,
} from '@kundig/contract/connection-requests/connection-requests.contract'
import type { RejectionReason, RequestEnd } from '@kundig/contract/connection-requests/request-life-cycle'
import { RECEIVED_OPEN_MAX, REQUEST_DAYS, REQUEST_QUOTAS } from '@kundig/contract/connection-requests/request-limits'
import { Refusal } from '@kundig/contract/errors'
import { LIMITS } from '@kundig/contract/limits'

import { authorize } from '../../authorize.ts'
import type { DomainEvents } from '../../domain-events.ts'
import { cutPage, decodeCursor } from '../../platform/database/cursor.ts'
import type { AfterCommit, Database, Executor, Transaction } from '../../platform/database/database.ts'
import type { Reads } from '../../platform/database/replica.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { PublishDedupe } from '../../platform/live/publish-dedupe.ts'
import type { RoomService } from '../chat/rooms/room.service.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { ContactService } from '../safety/blocks/contact.service.ts'
import { accountRestrictions } from '../safety/statements/restriction.service.ts'
import type { RequestEvents } from './request.events.ts'
import {
  type Decision,
  findDecisionRefusal,
  toRequestEnding,
  findReadRefusal,
  findSendRefusal,
  toStatus,
} from './request.policy.ts'
import { findCounterpartId, presentRequest } from './request.presenter.ts'
import * as repository from './request.repository.ts'

/** Maximum requests per transaction. */
const DUE_AT_ONCE = 50
const DAY_MS = 86_400_000

export interface RequestServiceOptions {
  db: Database
  reads: Reads
  profiles: Pick<ProfileService, 'counterparts' | 'exists' | 'isHidden' | 'requireVisible'>
  rooms: RoomService
  contact: Pick<ContactService, 'requireContact' | 'requireReachable'>
  events: RequestEvents
  domainEvents: DomainEvents
  times: Limits['times']
}

/** Spec 4. */
export class RequestService {
  readonly #deps: RequestServiceOptions
  readonly #published = new PublishDedupe()

  constructor(deps: RequestServiceOptions) {
    this.#deps = deps
  }

  async #present(
    executor: Executor,
    viewerId: string,
    rows: readonly repository.RequestRow[],
  ): Promise<ConnectionRequest[]> {
    const accepted = rows.filter(({ status }) => status === 'accepted').map(({ id }) => id)
    const counterparts = await this.#deps.profiles.counterparts(
      executor,
      rows.map((row) => findCounterpartId(row, viewerId)),
    )
    const roomIds = await this.#deps.rooms.idsByRequest(executor, accepted)
    return rows.flatMap((row) => {
      const counterpart = counterparts.get(findCounterpartId(row, viewerId))
      return counterpart ? [presentRequest(row, viewerId, counterpart, roomIds.get(row.id) ?? null)] : []
    })
  }

  async #viewsByUser(executor: Executor, row: repository.RequestRow): Promise<ReadonlyMap<string, ConnectionRequest>> {
    const views = new Map<string, ConnectionRequest>()
    for (const id of [row.senderId, row.receiverId]) {
      for (const request of await this.#present(executor, id, [row])) views.set(id, request)
    }
    return views
  }

  #viewOf(views: ReadonlyMap<string, ConnectionRequest>, viewerId: string): ConnectionRequest {
    const request = views.get(viewerId)
    if (!request) throw new Refusal('REQUEST_NOT_FOUND')
    return request
  }

  async #publishDecided(tx: Transaction, afterCommit: AfterCommit, row: repository.RequestRow) {
    const views = await this.#viewsByUser(tx, row)
    afterCommit(() => this.#deps.events.decided(views))
    return views
  }

  /**
   * Publishes an earlier decision again if this server has not published it: the first try may have failed at commit.
   * @param before runs in the decision's transaction, before the decision; returns the room that it opened
   */
  async #decide<T>(
    viewerId: string,
    id: string,
    decision: Decision,
    before: (
      tx: Transaction,
      afterCommit: AfterCommit,
      row: repository.RequestRow,
    ) => Promise<{ result: T; roomId: string | null }>,
    reason?: RejectionReason,
  ): Promise<{ request: ConnectionRequest; result: T }> {
    const decided = await this.#deps.db.transaction(async (tx, afterCommit) => {
      const row = await repository.findByIdForDecision(tx, id)
      const refusal = row ? findDecisionRefusal(row, viewerId, decision) : 'REQUEST_NOT_FOUND'
      const publish = this.#published.unlessPublished(afterCommit, id, 'decided')
      if (row && (refusal === 'REQUEST_DECIDED' || refusal === 'REQUEST_WITHDRAWN' || refusal === 'REQUEST_EXPIRED')) {
        // If a request has passed its deadline but is not yet marked as expired, there is no event to publish.
        if (this.#published.has(id, 'decided') || row.status === 'pending') return { refusal }
        await this.#deps.rooms.republishOpened(tx, publish, id)
        await this.#publishDecided(tx, publish, row)
        return { refusal }
      }
      if (!row || refusal) throw new Refusal(refusal ?? 'REQUEST_NOT_FOUND')
      const { result, roomId } = await before(tx, publish, row)
      await this.#dismissNotifications(tx, afterCommit, row)
      if (decision !== 'withdrawn') {
        await this.#deps.domainEvents.record(tx, afterCommit, {
          kind: decision === 'accepted' ? 'request_accepted' : toRejectionKind(reason),
          recipientId: row.senderId,
          subjectId: row.id,
          roomId,
          actorId: row.receiverId,
        })
      }
      const change = { status: toStatus(decision), endedBy: toRequestEnding(decision), rejectionReason: reason ?? null }
      return { result, views: await this.#publishDecided(tx, publish, await repository.setStatus(tx, id, change)) }
    })
    if ('refusal' in decided) throw new Refusal(decided.refusal)
    return { request: this.#viewOf(decided.views, viewerId), result: decided.result }
  }

  async #republishPending(senderId: string, receiverId: string): Promise<void> {
    const row = await repository.findPendingRequest(this.#deps.db, senderId, receiverId)
    if (!row || this.#published.has(row.id, 'created')) return
    const views = await this.#viewsByUser(this.#deps.db, row)
    if (this.#published.isDue(row.id, 'created')) this.#deps.events.created(views)
  }

  async #computeAllowance(executor: Executor, senderId: string, receiverId: string): Promise<RequestAllowance> {
    const counts = await repository.countSentRequests(executor, senderId, REQUEST_QUOTAS.new.days)
    const quota = counts.isNew ? REQUEST_QUOTAS.new : REQUEST_QUOTAS.usual
    const daily = this.#deps.times(quota.daily)
    const openMax = this.#deps.times(quota.open)
    const leftToday = Math.max(0, daily - counts.sentToday)
    const again = await repository.findWaitingPeriod(executor, senderId, receiverId, {
      afterRejection: REQUEST_DAYS.againAfterRejection,
      afterOtherEnd: REQUEST_DAYS.againAfterOtherEnd,
      most: this.#deps.times(1),
    })
    return {
      left_today: leftToday,
      daily,
      next_at: leftToday > 0 || !counts.earliest ? null : new Date(counts.earliest.getTime() + DAY_MS).toISOString(),
      left_open: Math.max(0, openMax - counts.open),
      open_max: openMax,
      again: again
        ? {
            at: again.at.toISOString(),
            because: again.endedBy === 'receiver' ? 'REQUEST_AGAIN_AFTER_REJECTION' : 'REQUEST_AGAIN_LATER',
          }
        : null,
    }
  }

  /** @throws Refusal REQUEST_AGAIN_AFTER_REJECTION, REQUEST_AGAIN_LATER, REQUESTS_OF_TODAY_USED, REQUESTS_OPEN_TOO_MANY */
  async #requireAllowed(tx: Transaction, senderId: string, receiverId: string): Promise<void> {
    const allowed = await this.#computeAllowance(tx, senderId, receiverId)
    if (allowed.again) throw new Refusal(allowed.again.because, undefined, computeRemainingSeconds(allowed.again.at))
    if (allowed.left_open === 0) throw new Refusal('REQUESTS_OPEN_TOO_MANY')
    if (allowed.left_today > 0) return
    const wait = allowed.next_at === null ? undefined : computeRemainingSeconds(allowed.next_at)
    throw new Refusal('REQUESTS_OF_TODAY_USED', undefined, wait)
  }

  /** Limits the receiver's pending requests. A block causes the same refusal. @throws Refusal NOT_TAKING_REQUESTS */
  async #requireTaking(tx: Transaction, receiverId: string): Promise<void> {
    const most = this.#deps.times(RECEIVED_OPEN_MAX)
    await repository.lockReceiver(tx, receiverId)
    if ((await repository.countReceivedPendingRequests(tx, receiverId, most)) >= most)
      throw new Refusal('NOT_TAKING_REQUESTS')
  }

  #expireSome(): Promise<number> {
    return this.#deps.db.transaction(async (tx, afterCommit) => {
      const rows = await repository.expireDueRequests(tx, DUE_AT_ONCE)
      for (const row of rows) {
        await this.#publishDecided(tx, afterCommit, row)
        await this.#dismissNotifications(tx, afterCommit, row)
        await this.#deps.domainEvents.record(tx, afterCommit, {
          kind: 'request_expired',
          recipientId: row.senderId,
          subjectId: row.id,
          actorId: row.receiverId,
        })
      }
      return rows.length
    })
  }

  #remindSome(number: number): Promise<number> {
    const day = REQUEST_DAYS.remindedAfter[number - 1] ?? 0
    return this.#deps.db.transaction(async (tx, afterCommit) => {
      const rows = await repository.markDueReminders(tx, { number, daysLeft: REQUEST_DAYS.open - day }, DUE_AT_ONCE)
      for (const row of rows) {
        await this.#deps.domainEvents.record(tx, afterCommit, {
          kind: number === REQUEST_DAYS.remindedAfter.length ? 'request_last_reminder' : 'request_reminder',
          recipientId: row.receiverId,
          subjectId: row.id,
          actorId: row.senderId,
        })
      }
      return rows.length
    })
  }

  async #openNoRoom() {
    return { result: null, roomId: null }
  }

  #dismissNotifications(tx: Transaction, afterCommit: AfterCommit, row: repository.RequestRow): Promise<void> {
    return this.#deps.domainEvents.dismiss(tx, afterCommit, {
      recipientId: row.receiverId,
      kinds: ['request_received', 'request_reminder', 'request_last_reminder'],
      subjectId: row.id,
    })
  }

  /**
   * @throws Refusal REQUEST_TO_SELF, PROFILE_REQUIRED, PROFILE_HIDDEN, PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC,
   * BLOCKED_BY_YOU, NOT_TAKING_REQUESTS, REQUEST_PENDING, NO_SESSION, and those of `requireAllowed`
   */
  async create(senderId: string, input: repository.NewRequest): Promise<ConnectionRequest> {
    const { profiles, db, contact, domainEvents, events } = this.#deps
    const receiverId = input.receiver_id
    const [senderHasProfile, senderIsHidden] = [await profiles.exists(senderId), await profiles.isHidden(senderId)]
    authorize(findSendRefusal({ senderId, receiverId, senderHasProfile, senderIsHidden }))
    await profiles.requireVisible(senderId, receiverId)
    try {
      const views = await db.transaction(async (tx, afterCommit) => {
        await accountRestrictions.requireOpen(tx, senderId)
        await repository.lockSender(tx, senderId)
        if (await repository.findPendingRequest(tx, senderId, receiverId)) throw new Refusal('REQUEST_PENDING')
        // Limits are checked before blocks, so that the answer about a waiting period does not reveal a block.
        await this.#requireAllowed(tx, senderId, receiverId)
        await contact.requireContact(tx, senderId, receiverId)
        await this.#requireTaking(tx, receiverId)
        const row = await repository.insertConnectionRequest(tx, senderId, input)
        // The insert failed, so this transaction can read nothing more.
        if (!row) throw new Refusal('REQUEST_PENDING')
        await domainEvents.record(tx, afterCommit, {
          kind: 'request_received',
          recipientId: receiverId,
          subjectId: row.id,
          actorId: senderId,
        })
        const created = await this.#viewsByUser(tx, row)
        this.#published.unlessPublished(afterCommit, row.id, 'created')(() => events.created(created))
        return created
      })
      return this.#viewOf(views, senderId)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'REQUEST_PENDING')
        await this.#republishPending(senderId, receiverId)
      throw error
    }
  }

  async allowance(viewerId: string, receiverId: string): Promise<RequestAllowance> {
    return {
      ...((await this.#deps.profiles.isHidden(viewerId)) && { is_hidden: true }),
      ...(await this.#computeAllowance(this.#deps.db, viewerId, receiverId)),
    }
  }

  /** Expires due requests first, then sends the last reminders, then the first reminders. */
  async advanceDue(leaving: AbortSignal): Promise<void> {
    const daysLeft = [...REQUEST_DAYS.remindedAfter.map((day) => REQUEST_DAYS.open - day), 0]
    if (!(await repository.hasDueRequests(this.#deps.db, daysLeft))) return
    const steps = [() => this.#expireSome(), () => this.#remindSome(2), () => this.#remindSome(1)]
    for (const step of steps) while (!leaving.aborted && (await step()) === DUE_AT_ONCE);
  }

  /** Returns the newest 100 received requests, and the total (spec 4). */
  async pending(viewerId: string): Promise<{ items: ConnectionRequest[]; total: number }> {
    const { rows, total } = await repository.findReceivedPendingRequests(
      this.#deps.db,
      viewerId,
      LIMITS.pendingRequestsMax,
    )
    return { items: await this.#present(this.#deps.db, viewerId, rows), total }
  }

  async openContacts(viewerId: string): Promise<OpenContacts> {
    const waiting = await repository.findSentPendingRequests(this.#deps.db, viewerId, LIMITS.waitingRequestsMax)
    const chats = await this.#deps.rooms.openChats(viewerId, LIMITS.openChatsMax)
    const open_chats = chats.map(({ id, partnerId }) => ({ room_id: id, partner_id: partnerId }))
    return { items: await this.#present(this.#deps.db, viewerId, waiting), open_chats }
  }

  /** Lists sent requests and ended received requests, except received requests that their sender withdrew. */
  async history(
    viewerId: string,
    cursor: string | undefined,
  ): Promise<{ items: ConnectionRequest[]; next_cursor: string | null }> {
    const limit = LIMITS.historyPageSize
    const after = cursor === undefined ? null : decodeCursor(cursor)
    return this.#deps.reads.run(async (executor) => {
      const rows = await repository.findRequestHistory(executor, viewerId, after, limit + 1)
      const { page, next_cursor } = cutPage(rows, limit, ({ updatedAt: at, id }) => ({ at, id }))
      return { items: await this.#present(executor, viewerId, page), next_cursor }
    })
  }

  /** @throws Refusal REQUEST_NOT_FOUND */
  async get(viewerId: string, id: string): Promise<ConnectionRequest> {
    const row = await repository.findById(this.#deps.db, id)
    const refusal = findReadRefusal(row, viewerId)
    if (refusal || !row) throw new Refusal(refusal ?? 'REQUEST_NOT_FOUND')
    return this.#viewOf(await this.#viewsByUser(this.#deps.db, row), viewerId)
  }

  /**
   * Opens the room before the decision, in the same transaction (spec 4).
   * @throws Refusal REQUEST_NOT_FOUND, FORBIDDEN, REQUEST_DECIDED, REQUEST_WITHDRAWN, REQUEST_EXPIRED,
   * NOT_TAKING_REQUESTS while the sender is suspended or banned
   */
  async accept(viewerId: string, id: string): Promise<{ request: ConnectionRequest; room: Room }> {
    const { request, result: roomByUser } = await this.#decide(
      viewerId,
      id,
      'accepted',
      async (tx, afterCommit, row) => {
        await this.#deps.contact.requireReachable(tx, row.senderId)
        const views = await this.#deps.rooms.openForRequest(tx, afterCommit, {
          requestId: id,
          requestMessage: row.message,
          requesterId: row.senderId,
          otherId: row.receiverId,
        })
        return { result: views, roomId: views.get(viewerId)?.id ?? null }
      },
    )
    const room = roomByUser.get(viewerId)
    if (!room) throw new Refusal('ROOM_NOT_FOUND')
    return { request, room }
  }

  /** Runs in the transaction that closes the account. */
  async rejectAllForPerson(tx: Transaction, afterCommit: AfterCommit, userId: string): Promise<void> {
    for (const row of await repository.rejectPendingRequests(tx, userId)) {
      await this.#publishDecided(tx, afterCommit, row)
      await this.#dismissNotifications(tx, afterCommit, row)
    }
  }

  /** Ends the pending requests of two people in both directions, in the caller's transaction. */
  async endAllBetween(
    tx: Transaction,
    afterCommit: AfterCommit,
    a: string,
    b: string,
    endedBy: RequestEnd,
  ): Promise<void> {
    for (const row of await repository.endPendingRequestsOfPair(tx, a, b, endedBy)) {
      await this.#publishDecided(tx, this.#published.unlessPublished(afterCommit, row.id, 'decided'), row)
      await this.#dismissNotifications(tx, afterCommit, row)
    }
  }

  /** Spec 4. @throws Refusal REQUEST_NOT_FOUND, FORBIDDEN, REQUEST_DECIDED, REQUEST_WITHDRAWN, REQUEST_EXPIRED */
  async reject(viewerId: string, id: string, reason?: RejectionReason): Promise<ConnectionRequest> {
    return (await this.#decide(viewerId, id, 'rejected', () => this.#openNoRoom(), reason)).request
  }

  /** The sender may send another request some days later. Throws like `reject`. */
  async withdraw(viewerId: string, id: string): Promise<ConnectionRequest> {
    return (await this.#decide(viewerId, id, 'withdrawn', () => this.#openNoRoom())).request
  }
}

function toRejectionKind(reason: RejectionReason | undefined) {
  if (reason === 'no_time') return 'request_rejected_no_time'
  return reason === 'not_my_field' ? 'request_rejected_not_my_field' : 'request_rejected'
}

function computeRemainingSeconds(instant: string): number {
  return Math.max(1, Math.ceil((Date.parse(instant) - Date.now()) / 1000))
}
