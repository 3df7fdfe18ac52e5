import type { DailyFigures } from '@kundig/contract/operations/daily-figures.contract'
import { FIGURE_WINDOWS } from '@kundig/contract/operations/figure-names'

import type { Database } from '../../../platform/database/database.ts'
import { presentFigures } from './figures.presenter.ts'
import * as repository from './figures.repository.ts'
import { toDay } from './visit-tally.ts'

const FRESH_MS = 5 * 60_000
/** Maximum days per count, so that the statement is short even on a large site. */
const DAYS_AT_ONCE = 14
/** Number of days to count: one more than shown, so that the first day shown tomorrow is counted already. */
const DAYS_KEPT_UP = Math.max(...FIGURE_WINDOWS) + 1
const DAY_MS = 86_400_000

/** Adds days in UTC, where every day has 24 hours. */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export interface FiguresServiceOptions {
  db: Database
  now?: () => Date
  freshMs?: number
}

export class FiguresService {
  readonly #deps: FiguresServiceOptions
  readonly #now
  readonly #freshMs

  constructor(deps: FiguresServiceOptions) {
    this.#deps = deps
    this.#now = deps.now ?? (() => new Date())
    this.#freshMs = deps.freshMs ?? FRESH_MS
  }

  /** Counts the newest uncounted days. @returns true when more days may be uncounted */
  #foldSome(): Promise<boolean> {
    return this.#deps.db.transaction(async (tx) => {
      if (!(await repository.tryLockDailyFigures(tx))) return false
      const [last, ...earlier] = await repository.findUncountedDays(tx, DAYS_KEPT_UP, this.#freshMs)
      if (last === undefined) return false
      const bound = addDays(last, 1 - DAYS_AT_ONCE)
      await repository.writeDailyFigures(tx, earlier.findLast((day) => day >= bound) ?? last, last)
      return earlier.some((day) => day < bound)
    })
  }

  /** Counts all uncounted days, unless another server is counting. The next run finishes an interrupted count. */
  async fold(leaving?: AbortSignal): Promise<void> {
    const isLeaving = (): boolean => leaving?.aborted === true
    for (let mayBeMore = true; mayBeMore && !isLeaving();) mayBeMore = await this.#foldSome()
  }

  async read(count: number): Promise<DailyFigures> {
    const today = toDay(this.#now())
    const days = Array.from({ length: count }, (_, at) => addDays(today, at + 1 - count))
    const from = days[0] ?? today
    const [rows, visits, visitsSince] = await Promise.all([
      repository.findFigures(this.#deps.db, from, today),
      repository.findVisits(this.#deps.db, from, today),
      repository.findFirstDayOfVisits(this.#deps.db),
    ])
    return presentFigures({ days, rows, visits, visitsSince })
  }
}
