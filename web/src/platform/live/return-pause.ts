/** The longest pause before the next try (ms). */
const PAUSE_MAX_MS = 30_000
const FIRST_PAUSE_MS = 1000

/**
 * How long to wait before connecting again. Always in part at random: a server that ends takes thousands of connections
 * with it at one moment, and they must not all come back at another.
 * @param failures tries that have failed since a connection stood
 * @param firstWithinMs the first try comes at a random moment within this time (ms)
 * @param random from 0 to 1
 * @returns ms; after a failure between half and all of a pause that doubles from one second up to thirty
 */
export function returnPauseMs(failures: number, firstWithinMs: number, random: () => number = Math.random): number {
  if (failures === 0) return random() * firstWithinMs
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), PAUSE_MAX_MS) * (0.5 + random() / 2)
}
