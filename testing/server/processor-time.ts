/** Growth is ignored below this time (µs). Garbage collection can take as long, and an input may take 20 ms. */
const NEGLIGIBLE_US = 5000
/** Maximum factor for twice the length: linear cost doubles, quadratic cost quadruples. */
const MOST_GROWTH = 3
/** Number of runs. A busy machine only slows runs down, so the fastest run counts. */
const RUNS = 7
const ROUNDS = 8

/** Minimum processor time of the process (µs). For a single thread, Linux measures only in ticks of milliseconds. */
export function measureProcessorTimeUs(work: () => unknown, runs = RUNS): number {
  let least = Infinity
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}

/** True if the cost grows faster than the length. @param work prepares a run on a text of this length (UTF-16 units) */
export function hasSuperlinearCost(work: (length: number) => () => unknown, length: number): boolean {
  const [half, whole] = [work(Math.floor(length / 2)), work(length)]
  let [halfUs, wholeUs] = [Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    wholeUs = Math.min(wholeUs, measureProcessorTimeUs(whole, round === 0 ? 2 : RUNS))
    if (wholeUs < NEGLIGIBLE_US) return false
    halfUs = Math.min(halfUs, measureProcessorTimeUs(half))
    if (wholeUs < MOST_GROWTH * halfUs) return false
  }
  return true
}
