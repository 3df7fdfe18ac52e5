const FIRST_PAUSE_MS = 1000
/** Maximum pause between the first tries (ms). A restarted server answers within half a minute. */
const EARLY_PAUSE_MAX_MS = 4000
const EARLY_TRIES = 10
const PAUSE_MAX_MS = 30_000

/**
 * Returns the delay before a reconnect (ms). Random delays spread the clients of a server that stopped.
 * The delay after a failure is 50 to 100 % of 1 s, 2 s, 4 s (up to the tenth try), 8 s, 16 s, then 30 s.
 * @param failures number of failures since the last connection
 * @param firstWithinMs maximum delay of the first try (ms)
 * @param random from 0 to 1
 */
export function computeReconnectPauseMs(
  failures: number,
  firstWithinMs: number,
  random: () => number = Math.random,
): number {
  if (failures === 0) return random() * firstWithinMs
  const early = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), EARLY_PAUSE_MAX_MS)
  const late = early * 2 ** Math.max(0, failures - EARLY_TRIES)
  return Math.min(late, PAUSE_MAX_MS) * (0.5 + random() / 2)
}
