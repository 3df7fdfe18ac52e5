import type { AfterCommit } from '../database/database.ts'

/** So many things are remembered; a state that is forgotten is published once more when somebody repeats their call. */
const REMEMBERED_MAX = 10_000

/**
 * What this server has published of late. When the connection to the database breaks at a COMMIT, nobody knows whether it
 * happened, and nothing is published. A repeat of the call finds that it did, and publishes it then. Repeats of what was
 * published are not published again, so that nobody makes many events of one change.
 */
export class PublishedStates {
  readonly #max
  readonly #published = new Map<string, string | number>()

  constructor(max = REMEMBERED_MAX) {
    this.#max = max
  }

  /**
   * Whether this server has yet to publish that a thing stands so; from now on it counts as published. Whoever gets
   * true publishes.
   */
  isDue(thing: string, state: string | number): boolean {
    const isNew = this.#published.get(thing) !== state
    this.#published.delete(thing)
    this.#published.set(thing, state)
    const [oldest] = this.#published.keys()
    if (this.#published.size > this.#max && oldest !== undefined) this.#published.delete(oldest)
    return isNew
  }

  /** Whether this server has published that a thing stands so: then nothing need be read for it. */
  has(thing: string, state: string | number): boolean {
    return this.#published.get(thing) === state
  }

  /**
   * What is handed to the result is done after the commit, unless this server has published by then that the thing
   * stands so: all of it or nothing.
   */
  unlessPublished(afterCommit: AfterCommit, thing: string, state: string | number): AfterCommit {
    let isDueNow: boolean | undefined
    return (publish) =>
      afterCommit(async () => {
        isDueNow ??= this.isDue(thing, state)
        if (isDueNow) await publish()
      })
  }
}
