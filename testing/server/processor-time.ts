/**
 * What costs less at its largest does no harm, whatever it grows with: no input may hold the event loop for 20 ms. And it
 * is too little to be told from what the process does beside it, such as collecting garbage (µs).
 */
const NEGLIGIBLE_US = 5000
/** A cost that grows with the length doubles; one that grows with its square has four times as much. */
const MOST_GROWTH = 3
/** A busy machine makes one run or the other slower, never faster: the fastest of many tells. */
const RUNS = 7
const ROUNDS = 8

/**
 * The least processor time of this process that some runs take (µs). That of the thread alone Linux tells only by its
 * ticks, of milliseconds.
 */
export function processorTimeUs(work: () => unknown, runs = RUNS): number {
  let least = Infinity
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}

/**
 * Whether the processor time of some work over a text of twice the length is more than that of twice the work.
 * @param work over a text of so many UTF-16 units
 */
export function growsFasterThanItsLength(work: (length: number) => () => unknown, length: number): boolean {
  const [half, whole] = [work(Math.floor(length / 2)), work(length)]
  let [halfUs, wholeUs] = [Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    wholeUs = Math.min(wholeUs, processorTimeUs(whole, round === 0 ? 2 : RUNS))
    if (wholeUs < NEGLIGIBLE_US) return false
    halfUs = Math.min(halfUs, processorTimeUs(half))
    if (wholeUs < MOST_GROWTH * halfUs) return false
  }
  return true
}
