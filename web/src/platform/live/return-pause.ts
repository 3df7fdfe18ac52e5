const FIRST_PAUSE_MS = 1000
/** Maximum pause of early tries (ms): a restarted server is back within half a minute. */
const EARLY_PAUSE_MAX_MS = 4000
const EARLY_TRIES = 10
const PAUSE_MAX_MS = 30_000

/**
 * Returns the delay before a reconnect (ms), random to spread the clients of a server that stopped.
 * After a failure it is half to all of 1, 2, then 4 s up to the tenth try, then 8, 16, 30 s.
 * @param failures since the last connection
 * @param firstWithinMs maximum for the first try (ms)
 * @param random from 0 to 1
 */
export function computeReturnPauseMs(
  failures: number,
  firstWithinMs: number,
  random: () => number = Math.random,
): number {
  if (failures === 0) return random() * firstWithinMs
  const early = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), EARLY_PAUSE_MAX_MS)
  const late = early * 2 ** Math.max(0, failures - EARLY_TRIES)
  return Math.min(late, PAUSE_MAX_MS) * (0.5 + random() / 2)
}
