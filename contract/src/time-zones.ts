/** True for a time zone known to this machine, such as Europe/Amsterdam. */
export function isTimeZone(text: string): boolean {
  try {
    // Refuses an offset such as +02:00, which newer engines accept, but which has no daylight saving time.
    return /^[A-Za-z]/u.test(text) && Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}
