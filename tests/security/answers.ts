export function formatTally(outcomes: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const one of outcomes) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([one, times]) => `${one} ×${times}`)
    .join(', ')
}

/** Describes a race as `1 won, others: 409 REQUEST_DECIDED`. Ignores 503, because a busy server postpones calls. */
export function describeRace(outcomes: readonly string[]): string {
  const ran = outcomes.filter((one) => one !== '503 UNAVAILABLE')
  const won = ran.filter((one) => one.startsWith('2')).length
  const others = new Set(ran.filter((one) => !one.startsWith('2')))
  return `${won} won, others: ${[...others].toSorted().join(', ')}`
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
