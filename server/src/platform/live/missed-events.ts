import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from '../logging/logger.ts'
import { describeError } from '../logging/logger.ts'

/** Delay before tabs are notified (ms): a server that missed one event often misses the next event. */
const PAUSE_MS = 500
const PEOPLE_AT_A_TIME = 1000
/** Tabs notified per interval (ms): at most 200 tabs a second, because each then requests data. */
const TABS_AT_A_TIME = 20
const NOTIFY_EVERY_MS = 100
/** Maximum time from a change, which a row records, to its commit, which makes the row visible (ms). */
const COMMIT_LIMIT_MS = 20_000

/** Finds people whose live data was changed within the last `withinMs` (ms, by the database's clock). */
export type ChangedWithin = (userIds: readonly string[], withinMs: number) => Promise<ReadonlySet<string>>

interface MissedEventsOptions {
  people: () => readonly string[]
  findTabs: (userId: string) => readonly { emit: (name: 'events.missed') => unknown }[]
  changed: ChangedWithin
  logger: Logger
  pause?: (ms: number) => Promise<void>
}

/** Notifies only tabs that may have missed events (all if `changed` fails): many requests would cause more misses. */
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
      this.#deps.logger.warn(
        { reason: describeError(error) },
        'finding people who missed live events failed: all of them resume',
      )
      return userIds
    }
  }

  /** Records a gap since `begin` (`performance.now()`), and notifies people who missed events, at a limited rate. */
  recordGap(begin: number): void {
    this.#since = Math.min(this.#since ?? begin, begin)
    if (this.#isNotifying) return
    this.#isNotifying = true
    void this.#notifyTabs().finally(() => (this.#isNotifying = false))
  }
}
