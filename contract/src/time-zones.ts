/** True for a time zone known to this machine, such as Europe/Amsterdam. */
export function isTimeZone(text: string): boolean {
  try {
    // Newer engines accept an offset such as +02:00, which has no daylight saving.
    return /^[A-Za-z]/u.test(text) && Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}
