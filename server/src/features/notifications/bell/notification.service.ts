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
export function createNotificationService({ db, profiles, events, track, logger }: NotificationServiceOptions) {
  async function present(
    executor: Executor,
    rows: readonly repository.NotificationRow[],
  ): Promise<{ row: repository.NotificationRow; notification: Notification }[]> {
    const actors = await profiles.counterparts(
      executor,
      rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])),
    )
    return rows.map((row) => ({
      row,
      notification: presentNotification(row, (row.actorId !== null && actors.get(row.actorId)) || null),
    }))
  }

  /** Tells what nobody was told yet. @returns how many entries that made */
  async function handle(limit: number, id?: string): Promise<number> {
    const rows = await repository.handleEvents(db, limit, id)
    for (const { row, notification } of await present(db, rows)) {
      events.created(row.userId, notification, await repository.countUnread(db, row.userId))
    }
    return rows.length
  }

  const domainEvents: DomainEvents = {
    record: async (tx, afterCommit, event) => {
      const id = await repository.insertEvent(tx, event)
      if (id === undefined) return
      // Nobody waits for it: whoever did something has their answer before others are told. What fails, the sweep does.
      afterCommit(() => {
        void track(handle(1, id)).catch((error: unknown) => {
          logger.warn({ event: id, reason: describeError(error) }, 'an event is left to the sweep')
        })
      })
    },
    settle: async (tx, afterCommit, settled) => {
      const ids = await repository.settleEvents(tx, settled)
      if (ids.length === 0) return
      const unread = await repository.countUnread(tx, settled.recipientId)
      afterCommit(() => events.read(settled.recipientId, ids, unread))
    },
  }

  return {
    domainEvents,

    /** Tells what a server that was killed or a database that was away left untold, and forgets old events and entries. */
    sweep: async (leaving: AbortSignal): Promise<void> => {
      while (!leaving.aborted && (await handle(AT_A_TIME)) === AT_A_TIME);
      while (
        !leaving.aborted &&
        (await repository.forgetEvents(db, FORGOTTEN_AT_A_TIME, EVENTS_KEPT_DAYS)) === FORGOTTEN_AT_A_TIME
      );
      while (
        !leaving.aborted &&
        (await repository.forgetEntries(db, FORGOTTEN_AT_A_TIME, ENTRIES_KEPT_DAYS)) === FORGOTTEN_AT_A_TIME
      );
    },

    /**
     * A page of a person's bell, the newest first.
     * @throws Refusal INVALID_INPUT when the cursor is not one of ours
     */
    list: async (
      viewerId: string,
      cursor: string | undefined,
    ): Promise<{ items: Notification[]; next_cursor: string | null; unread: number }> => {
      const after = cursor === undefined ? undefined : decodeCursor(cursor).id
      const rows = await repository.findPage(db, viewerId, after, NOTIFICATIONS_PAGE_SIZE + 1)
      const { page, next_cursor } = cutPage(rows, NOTIFICATIONS_PAGE_SIZE, ({ createdAt: at, id }) => ({ at, id }))
      return {
        items: (await present(db, page)).map(({ notification }) => notification),
        next_cursor,
        unread: await repository.countUnread(db, viewerId),
      }
    },

    /** What was seen is not sent any more. Ids of others change nothing. */
    markSeen: async (viewerId: string, ids: readonly string[]): Promise<{ unread: number }> => {
      await repository.markSeen(db, viewerId, ids)
      return { unread: await repository.countUnread(db, viewerId) }
    },

    /** Marks entries as read, all of them without ids, and says so in all tabs. */
    markRead: async (viewerId: string, ids: readonly string[] | undefined): Promise<{ unread: number }> => {
      const read = await repository.markRead(db, viewerId, ids)
      const unread = await repository.countUnread(db, viewerId)
      if (read.length > 0) events.read(viewerId, ids === undefined ? null : read, unread)
      return { unread }
    },
  }
}

export type NotificationService = ReturnType<typeof createNotificationService>
