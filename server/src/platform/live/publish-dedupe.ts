import type { AfterCommit } from '../database/database.ts'

/** Maximum remembered states; a repeat of a forgotten state is published again. */
const REMEMBERED_MAX = 10_000

/** Remembers published states, so that this server publishes each change only once, even if work is repeated. */
export class PublishDedupe {
  readonly #max
  readonly #published = new Map<string, string | number>()

  constructor(max = REMEMBERED_MAX) {
    this.#max = max
  }

  /** Marks a state as published. True when the state is new, so that the caller must publish it. */
  isDue(thing: string, state: string | number): boolean {
    const isNew = this.#published.get(thing) !== state
    this.#published.delete(thing)
    this.#published.set(thing, state)
    const [oldest] = this.#published.keys()
    if (this.#published.size > this.#max && oldest !== undefined) this.#published.delete(oldest)
    return isNew
  }

  has(thing: string, state: string | number): boolean {
    return this.#published.get(thing) === state
  }

  /** Runs all registered work after the commit, but no work if the state was already published. */
  unlessPublished(afterCommit: AfterCommit, thing: string, state: string | number): AfterCommit {
    let isDueNow: boolean | undefined
    return (publish) =>
      afterCommit(async () => {
        isDueNow ??= this.isDue(thing, state)
        if (isDueNow) await publish()
      })
  }
}
