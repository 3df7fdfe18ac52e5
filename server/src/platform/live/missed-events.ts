import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from '../logging/logger.ts'
import { describeError } from '../logging/logger.ts'

/** Delay before tabs are notified (ms): a server that missed one event often misses the next, too. */
const PAUSE_MS = 500
/** Maximum people per query. */
const PEOPLE_AT_A_TIME = 1000
/** Tabs notified at a time, and the interval (ms): at most 200 a second, each of which then requests missed data. */
const TABS_AT_A_TIME = 20
const NOTIFY_EVERY_MS = 100
/**
 * Maximum time from a change to its commit (ms): a change carries its own time, and is visible only after the commit.
 */
const COMMIT_LIMIT_MS = 20_000

/**
 * Returns those people for whom data was written within a period (ms, by the database's clock) that their tabs receive
 * live.
 */
export type ChangedWithin = (userIds: readonly string[], withinMs: number) => Promise<ReadonlySet<string>>

interface MissedEventsOptions {
  people: () => readonly string[]
  findTabs: (userId: string) => readonly { emit: (name: 'events.missed') => unknown }[]
  changed: ChangedWithin
  logger: Logger
  pause?: (ms: number) => Promise<void>
}

/**
 * Notifies tabs that they may have missed events. Not all tabs: thousands of unnecessary requests would slow servers
 * down, which would then miss more.
 * @param people people with tabs here
 * @param changed decides who is notified; when it fails, everyone is
 * @param pause waits (ms)
 */
export class MissedEvents {
  readonly #deps: MissedEventsOptions
  readonly #pause
  #since: number | undefined
  #isNotifying = false

  constructor(deps: MissedEventsOptions) {
    this.#deps = deps
    this.#pause = deps.pause ?? ((ms) => sleep(ms, undefined, { ref: false }))
  }

  async #notifyTabs(): Promise<void> {
    let notified = 0
    while (this.#since !== undefined) {
      await this.#pause(PAUSE_MS)
      const begin = this.#since
      this.#since = undefined
      const all = this.#deps.people()
      for (let from = 0; from < all.length; from += PEOPLE_AT_A_TIME) {
        for (const userId of await this.#findChanged(all.slice(from, from + PEOPLE_AT_A_TIME), begin)) {
          for (const tab of this.#deps.findTabs(userId)) {
            tab.emit('events.missed')
            if (++notified % TABS_AT_A_TIME === 0) await this.#pause(NOTIFY_EVERY_MS)
          }
        }
      }
    }
  }

  async #findChanged(userIds: readonly string[], begin: number): Promise<Iterable<string>> {
    try {
      return await this.#deps.changed(userIds, performance.now() - begin + COMMIT_LIMIT_MS)
    } catch (error) {
      this.#deps.logger.warn({ reason: describeError(error) }, 'who missed something could not be asked for')
      return userIds
    }
  }

  /**
   * Records that live events may be missing: notifies their receivers' tabs, at a limited rate.
   * @param since of `performance.now()`: everything before it was received
   */
  note(begin: number): void {
    this.#since = Math.min(this.#since ?? begin, begin)
    if (this.#isNotifying) return
    this.#isNotifying = true
    void this.#notifyTabs().finally(() => (this.#isNotifying = false))
  }
}
