export interface BalanceCheck {
  lookedAt: Date
  expected: number
  actual: number
  lastTransaction: string | null
  counts: boolean
}

const MINUTE_MS = 60_000
/** Minimum time between two checks (ms). A difference that lasts longer is not only a delay of Stripe's. */
export const APART_MS = 10 * MINUTE_MS
/** Period after which an unchanged difference counts, even while new transactions arrive (ms). */
const PERSISTING_MS = 120 * MINUTE_MS

const toDifference = ({ expected, actual }: Pick<BalanceCheck, 'expected' | 'actual'>): number => actual - expected

/**
 * A difference counts when two checks find it at least ten minutes apart, without a new transaction between them. It
 * then counts until a check finds no difference. `before` starts with the latest check.
 */
export function isConfirmedDifference(now: Omit<BalanceCheck, 'counts'>, before: readonly BalanceCheck[]): boolean {
  const difference = toDifference(now)
  if (difference === 0) return false
  if (before[0]?.counts === true) return true
  const end = before.findIndex((look) => toDifference(look) !== difference)
  const same = end === -1 ? before : before.slice(0, end)
  const isOld = (look: BalanceCheck, ageMs: number): boolean =>
    now.lookedAt.getTime() - look.lookedAt.getTime() >= ageMs
  const moved = same.findIndex(({ lastTransaction }) => lastTransaction !== now.lastTransaction)
  const still = moved === -1 ? same : same.slice(0, moved)
  return still.some((look) => isOld(look, APART_MS)) || same.some((look) => isOld(look, PERSISTING_MS))
}
