import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from '../logging/logger.ts'
import { describeError } from '../logging/logger.ts'

/** How long to wait before tabs are notified (ms): a server that missed one event often misses the next, too. */
const PAUSE_MS = 500
/** So many people are asked about at a time. */
const PEOPLE_AT_A_TIME = 1000
/** So many tabs are notified at a time, and so often (ms): at most 200 a second, each of which then asks what it missed. */
const TABS_AT_A_TIME = 20
const NOTIFY_EVERY_MS = 100
/** A change carries the time at which it was made and is visible once it is committed: no later than this (ms). */
const COMMIT_LIMIT_MS = 20_000

/**
 * Of some people, those for whom something was written within so long (ms, by the database's clock) that their tabs are
 * notified of live.
 */
export type ChangedWithin = (userIds: readonly string[], withinMs: number) => Promise<ReadonlySet<string>>

export interface MissedEvents {
  /**
   * Live events may have been missed: notifies the tabs of whoever any were for, at a bounded rate.
   * @param since of `performance.now()`: everything before it was heard
   */
  note: (since: number) => void
}

/**
 * Notifies tabs that they may have missed events. Not all of them: thousands that ask at once for what most of them have not
 * missed would slow servers down, which would then miss more.
 * @param people who has tabs here
 * @param changed decides who is notified; where it fails, everybody is
 * @param pause waits (ms)
 */
export function createMissedEvents({
  people,
  tabsOf,
  changed,
  logger,
  pause = (ms) => sleep(ms, undefined, { ref: false }),
}: {
  people: () => readonly string[]
  tabsOf: (userId: string) => readonly { emit: (name: 'events.missed') => unknown }[]
  changed: ChangedWithin
  logger: Logger
  pause?: (ms: number) => Promise<void>
}): MissedEvents {
  let since: number | undefined
  let isNotifying = false

  async function notifyTabs(): Promise<void> {
    let notified = 0
    while (since !== undefined) {
      await pause(PAUSE_MS)
      const begin = since
      since = undefined
      const all = people()
      for (let from = 0; from < all.length; from += PEOPLE_AT_A_TIME) {
        for (const userId of await findChanged(all.slice(from, from + PEOPLE_AT_A_TIME), begin)) {
          for (const tab of tabsOf(userId)) {
            tab.emit('events.missed')
            if (++notified % TABS_AT_A_TIME === 0) await pause(NOTIFY_EVERY_MS)
          }
        }
      }
    }
  }

  async function findChanged(userIds: readonly string[], begin: number): Promise<Iterable<string>> {
    try {
      return await changed(userIds, performance.now() - begin + COMMIT_LIMIT_MS)
    } catch (error) {
      logger.warn({ reason: describeError(error) }, 'who missed something could not be asked for')
      return userIds
    }
  }

  return {
    note: (begin) => {
      since = Math.min(since ?? begin, begin)
      if (isNotifying) return
      isNotifying = true
      void notifyTabs().finally(() => (isNotifying = false))
    },
  }
}
