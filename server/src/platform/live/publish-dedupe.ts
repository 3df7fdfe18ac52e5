import type { AfterCommit } from '../database/database.ts'

/** Maximum remembered states; a forgotten one is published again when its call is repeated. */
const REMEMBERED_MAX = 10_000

/**
 * States that this server has published recently. When the database connection breaks at a COMMIT, its result is
 * unknown, and nothing is published. A repeat of the call finds the commit, and publishes then. Repeats of published
 * states are not published again, so that one change cannot cause many events.
 */
export class PublishDedupe {
  readonly #max
  readonly #published = new Map<string, string | number>()

  constructor(max = REMEMBERED_MAX) {
    this.#max = max
  }

  /**
   * Returns true when this server has not yet published this state of a thing, and marks it as published: the caller
   * must publish it.
   */
  isDue(thing: string, state: string | number): boolean {
    const isNew = this.#published.get(thing) !== state
    this.#published.delete(thing)
    this.#published.set(thing, state)
    const [oldest] = this.#published.keys()
    if (this.#published.size > this.#max && oldest !== undefined) this.#published.delete(oldest)
    return isNew
  }

  /** True when this server has published this state of a thing: then nothing need be read for it. */
  has(thing: string, state: string | number): boolean {
    return this.#published.get(thing) === state
  }

  /**
   * Returns an `AfterCommit` whose work runs after the commit, unless this server has published the state by then: all
   * of it or nothing.
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
