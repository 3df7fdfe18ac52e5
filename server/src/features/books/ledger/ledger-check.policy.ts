/** One look at Stripe's balance beside ours. */
export interface Look {
  lookedAt: Date
  /** By our lines, and by Stripe (cents). */
  expected: number
  actual: number
  lastTransaction: string | null
  counts: boolean
}

const MINUTE_MS = 60_000
/** Two looks that are so far apart show more than that Stripe was not done yet. */
export const APART_MS = 10 * MINUTE_MS
/** Where money never rests, the same difference in every look of so long is one, too. */
const PERSISTING_MS = 120 * MINUTE_MS

const differenceOf = ({ expected, actual }: Pick<Look, 'expected' | 'actual'>): number => actual - expected

/**
 * Whether a difference counts: two looks at least ten minutes apart show the same, and between them nothing new came. One that
 * counts does so until a look agrees.
 * @param now the look that was just taken
 * @param before those before it, the latest first
 */
export function doesCount(now: Omit<Look, 'counts'>, before: readonly Look[]): boolean {
  const difference = differenceOf(now)
  if (difference === 0) return false
  if (before[0]?.counts === true) return true
  const end = before.findIndex((look) => differenceOf(look) !== difference)
  const same = end === -1 ? before : before.slice(0, end)
  const isOld = (look: Look, ageMs: number): boolean => now.lookedAt.getTime() - look.lookedAt.getTime() >= ageMs
  const moved = same.findIndex(({ lastTransaction }) => lastTransaction !== now.lastTransaction)
  const still = moved === -1 ? same : same.slice(0, moved)
  return still.some((look) => isOld(look, APART_MS)) || same.some((look) => isOld(look, PERSISTING_MS))
}
