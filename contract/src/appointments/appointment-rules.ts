export const APPOINTMENTS = {
  timesMax: 3,
  minutesMin: 5,
  minutesMax: 480,
  minutesDefault: 30,
  aheadMaxMs: 366 * 86_400_000,
  linkMax: 500,
  /** Time before the start at which both people are reminded (ms). */
  reminderMs: 3_600_000,
} as const

/** True for an https address without a user name, which can imitate the host. Other protocols could run code. */
export function isCallLink(text: string): boolean {
  return /^https:\/\/[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?(?::\d{1,5})?(?:[/?#][^\s\p{C}]*)?$/iu.test(text)
}
