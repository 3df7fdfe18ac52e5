import { type Notification, NOTIFICATIONS_PAGE_SIZE } from '@kundig/contract/notifications/notifications.contract'

import type { DomainEvents } from '../../../domain-events.ts'
import { cutPage, decodeCursor } from '../../../platform/database/cursor.ts'
import type { Database, Executor } from '../../../platform/database/database.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import type { NotificationEvents } from '../notifications.events.ts'
import { presentNotification } from './notification.presenter.ts'
import * as repository from './notification.repository.ts'

const AT_A_TIME = 100
const EVENTS_KEPT_DAYS = 30
const ENTRIES_KEPT_DAYS = 180
/** Maximum rows per deletion, so that no statement takes long. */
const FORGOTTEN_AT_A_TIME = 1000

export interface NotificationServiceOptions {
  db: Database
  profiles: Pick<ProfileService, 'counterparts'>
  events: NotificationEvents
  track: <T>(work: Promise<T>) => Promise<T>
  logger: Logger
}

export class NotificationService {
  readonly #deps: NotificationServiceOptions
  readonly domainEvents: DomainEvents

  constructor(deps: NotificationServiceOptions) {
    this.#deps = deps
    this.domainEvents = {
      record: async (tx, afterCommit, event) => {
        const id = await repository.insertEvent(tx, event)
        if (id === undefined) return
        // Runs without being awaited, so that the acting person gets the response first. The sweep repeats failed work.
        afterCommit(() => {
          void deps.track(this.#handle(1, id)).catch((error: unknown) => {
            deps.logger.warn({ event: id, reason: describeError(error) }, 'event processing deferred to the sweep')
          })
        })
      },
      dismiss: async (tx, afterCommit, settled) => {
        const ids = await repository.dismissEvents(tx, settled)
        if (ids.length === 0) return
        const unread = await repository.countUnreadNotifications(tx, settled.recipientId)
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

  async #handle(limit: number, id?: string): Promise<number> {
    const rows = await repository.handleEvents(this.#deps.db, limit, id)
    for (const { row, notification } of await this.#present(this.#deps.db, rows)) {
      this.#deps.events.created(
        row.userId,
        notification,
        await repository.countUnreadNotifications(this.#deps.db, row.userId),
      )
    }
    return rows.length
  }

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
      unread: await repository.countUnreadNotifications(this.#deps.db, viewerId),
    }
  }

  /** Seen notifications are no longer mailed or pushed. Other people's ids change nothing. */
  async markSeen(viewerId: string, ids: readonly string[]): Promise<{ unread: number }> {
    await repository.markSeen(this.#deps.db, viewerId, ids)
    return { unread: await repository.countUnreadNotifications(this.#deps.db, viewerId) }
  }

  async markRead(viewerId: string, ids: readonly string[] | undefined): Promise<{ unread: number }> {
    const read = await repository.markRead(this.#deps.db, viewerId, ids)
    const unread = await repository.countUnreadNotifications(this.#deps.db, viewerId)
    if (read.length > 0) this.#deps.events.read(viewerId, ids === undefined ? null : read, unread)
    return { unread }
  }
}
