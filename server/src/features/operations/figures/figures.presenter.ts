import type { DailyFigures } from '@kundig/contract/operations/daily-figures.contract'
import { type FigureName, FIGURES, FIGURES_TIME_ZONE, VISITED_PAGES } from '@kundig/contract/operations/figure-names'

import { type AnswerTimes, findMedian } from './answer-times.ts'
import type { FigureRow } from './figures.repository.ts'
import type { Visits } from './visit-tally.ts'

type Counts = Pick<FigureRow, 'accepted' | 'declined'>
type Value = number | null

function computeAcceptRate(rows: readonly Counts[]): Value {
  const accepted = rows.reduce((sum, row) => sum + row.accepted, 0)
  const all = rows.reduce((sum, row) => sum + row.accepted + row.declined, 0)
  return all === 0 ? null : accepted / all
}

const toAnswerTime = (rows: readonly { answerTimes: AnswerTimes }[]): Value =>
  findMedian(rows.map(({ answerTimes }) => answerTimes))

function sumCounts(values: readonly Value[]): Value {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

const COLUMNS = {
  sign_ups: 'signUps',
  profiles: 'profiles',
  requests: 'requests',
  accepted: 'accepted',
  first_answers: 'firstAnswers',
  paid: 'paid',
  volume: 'volume',
  refunded: 'refunded',
  reports: 'reports',
  mails: 'mails',
  pushes: 'pushes',
} as const satisfies Record<Exclude<FigureName, 'visits' | 'accept_rate' | 'answer_time'>, keyof FigureRow>

export interface KnownFigures {
  /** Days, oldest first; the last one is today. */
  days: readonly string[]
  rows: readonly FigureRow[]
  visits: readonly Visits[]
  visitsSince: string | null
}

export function presentFigures({ days, rows, visits, visitsSince }: KnownFigures): DailyFigures {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const each = (read: (row: FigureRow) => Value): Value[] =>
    days.map((day) => {
      const row = byDay.get(day)
      return row === undefined ? null : read(row)
    })

  function computeValues(name: FigureName): { values: Value[]; total: Value } {
    if (name === 'accept_rate')
      return { values: each((row) => computeAcceptRate([row])), total: computeAcceptRate(rows) }
    if (name === 'answer_time') return { values: each((row) => toAnswerTime([row])), total: toAnswerTime(rows) }
    const values = name === 'visits' ? listDailyVisits() : each((row) => row[COLUMNS[name]])
    return { values, total: sumCounts(values) }
  }

  function listDailyVisits(): Value[] {
    const sums = new Map<string, number>()
    for (const { day, visits: count } of visits) sums.set(day, (sums.get(day) ?? 0) + count)
    return days.map((day) => (visitsSince === null || day < visitsSince ? null : (sums.get(day) ?? 0)))
  }

  /** Returns the first day with a value. Returns null for shares and medians, which also lack values on idle days. */
  function findFirstKnownDay(name: FigureName, values: readonly Value[]): string | null {
    if (name === 'accept_rate' || name === 'answer_time') return null
    const first = values.findIndex((value) => value !== null)
    return first > 0 ? (days[first] ?? null) : null
  }

  return {
    time_zone: FIGURES_TIME_ZONE,
    as_of: rows.at(-1)?.countedAt.toISOString() ?? null,
    days: [...days],
    figures: FIGURES.map((name) => {
      const { values, total } = computeValues(name)
      return { name, values, total, known_since: findFirstKnownDay(name, values) }
    }),
    visits_by_page: VISITED_PAGES.map((page) => ({
      page,
      visits: visits.filter((one) => one.page === page).reduce((sum, one) => sum + one.visits, 0),
    })),
  }
}
