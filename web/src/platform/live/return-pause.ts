const FIRST_PAUSE_MS = 1000
/** The longest pause of the first tries (ms): a server that starts anew is back within half a minute, and found soon. */
const EARLY_PAUSE_MAX_MS = 4000
const EARLY_TRIES = 10
/** The longest pause at all (ms). */
const PAUSE_MAX_MS = 30_000

/**
 * How long to wait before connecting again. Always in part at random: a server that ends takes thousands of connections
 * with it at one moment, and they must not all come back at another.
 * @param failures tries that have failed since a connection stood
 * @param firstWithinMs the first try comes at a random moment within this time (ms)
 * @param random from 0 to 1
 * @returns ms; after a failure between half and all of a pause: 1, 2, then 4 s up to the tenth, and from there 8, 16, 30 s
 */
export function returnPauseMs(failures: number, firstWithinMs: number, random: () => number = Math.random): number {
  if (failures === 0) return random() * firstWithinMs
  const early = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), EARLY_PAUSE_MAX_MS)
  const late = early * 2 ** Math.max(0, failures - EARLY_TRIES)
  return Math.min(late, PAUSE_MAX_MS) * (0.5 + random() / 2)
}
