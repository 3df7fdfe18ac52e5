import { type Notification, NOTIFICATIONS_PAGE_SIZE } from '@kundig/contract/notifications/notifications.contract'

import type { DomainEvents } from '../../../domain-events.ts'
import { cutPage, decodeCursor } from '../../../platform/database/cursor.ts'
import type { Database, Executor } from '../../../platform/database/database.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import type { NotificationEvents } from '../notifications.events.ts'
import { presentNotification } from './notification.presenter.ts'
import * as repository from './notification.repository.ts'

/** So many events are handled by one statement. */
const AT_A_TIME = 100
/** Handled events are kept so long (days), to look at. */
const EVENTS_KEPT_DAYS = 30
/** What happened half a year ago is no news; what came of it stays where it belongs. */
const ENTRIES_KEPT_DAYS = 180
/** So many are deleted at a time: no statement takes long. */
const FORGOTTEN_AT_A_TIME = 1000

export interface NotificationServiceOptions {
  db: Database
  profiles: Pick<ProfileService, 'counterparts'>
  events: NotificationEvents
  /** Counts work as under way, so that a stop waits for it. */
  track: <T>(work: Promise<T>) => Promise<T>
  logger: Logger
}

/** The bell: what happened, told to one person each, once. */
export class NotificationService {
  readonly #deps: NotificationServiceOptions
  readonly domainEvents: DomainEvents

  constructor(deps: NotificationServiceOptions) {
    this.#deps = deps
    this.domainEvents = {
      record: async (tx, afterCommit, event) => {
        const id = await repository.insertEvent(tx, event)
        if (id === undefined) return
        // Nobody waits for it: whoever did something has their answer before others are told. What fails, the sweep does.
        afterCommit(() => {
          void deps.track(this.#handle(1, id)).catch((error: unknown) => {
            deps.logger.warn({ event: id, reason: describeError(error) }, 'an event is left to the sweep')
          })
        })
      },
      settle: async (tx, afterCommit, settled) => {
        const ids = await repository.settleEvents(tx, settled)
        if (ids.length === 0) return
        const unread = await repository.countUnread(tx, settled.recipientId)
        afterCommit(() => deps.events.read(settled.recipientId, ids, unread))
      },
    }
  }

  async #present(
    executor: Executor,
    rows: readonly repository.NotificationRow[],
  ): Promise<{ row: repository.NotificationRow; notification: Notification }[]> {
    const actors = await this.#deps.profiles.counterparts(
      executor,
      rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])),
    )
    return rows.map((row) => ({
      row,
      notification: presentNotification(row, (row.actorId !== null && actors.get(row.actorId)) || null),
    }))
  }

  /** Tells what nobody was told yet. @returns how many entries that made */
  async #handle(limit: number, id?: string): Promise<number> {
    const rows = await repository.handleEvents(this.#deps.db, limit, id)
    for (const { row, notification } of await this.#present(this.#deps.db, rows)) {
      this.#deps.events.created(row.userId, notification, await repository.countUnread(this.#deps.db, row.userId))
    }
    return rows.length
  }

  /** Tells what a server that was killed or a database that was away left untold, and forgets old events and entries. */
  async sweep(leaving: AbortSignal): Promise<void> {
    while (!leaving.aborted && (await this.#handle(AT_A_TIME)) === AT_A_TIME);
    while (
      !leaving.aborted &&
      (await repository.forgetEvents(this.#deps.db, FORGOTTEN_AT_A_TIME, EVENTS_KEPT_DAYS)) === FORGOTTEN_AT_A_TIME
    );
    while (
      !leaving.aborted &&
      (await repository.forgetEntries(this.#deps.db, FORGOTTEN_AT_A_TIME, ENTRIES_KEPT_DAYS)) === FORGOTTEN_AT_A_TIME
    );
  }

  /**
   * A page of a person's bell, the newest first.
   * @throws Refusal INVALID_INPUT when the cursor is not one of ours
   */
  async list(
    viewerId: string,
    cursor: string | undefined,
  ): Promise<{ items: Notification[]; next_cursor: string | null; unread: number }> {
    const after = cursor === undefined ? undefined : decodeCursor(cursor).id
    const rows = await repository.findPage(this.#deps.db, viewerId, after, NOTIFICATIONS_PAGE_SIZE + 1)
    const { page, next_cursor } = cutPage(rows, NOTIFICATIONS_PAGE_SIZE, ({ createdAt: at, id }) => ({ at, id }))
    return {
      items: (await this.#present(this.#deps.db, page)).map(({ notification }) => notification),
      next_cursor,
      unread: await repository.countUnread(this.#deps.db, viewerId),
    }
  }

  /** What was seen is not sent any more. Ids of others change nothing. */
  async markSeen(viewerId: string, ids: readonly string[]): Promise<{ unread: number }> {
    await repository.markSeen(this.#deps.db, viewerId, ids)
    return { unread: await repository.countUnread(this.#deps.db, viewerId) }
  }

  /** Marks entries as read, all of them without ids, and says so in all tabs. */
  async markRead(viewerId: string, ids: readonly string[] | undefined): Promise<{ unread: number }> {
    const read = await repository.markRead(this.#deps.db, viewerId, ids)
    const unread = await repository.countUnread(this.#deps.db, viewerId)
    if (read.length > 0) this.#deps.events.read(viewerId, ids === undefined ? null : read, unread)
    return { unread }
  }
}
