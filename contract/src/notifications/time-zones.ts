/** Whether a text names a time zone that this machine knows, such as Europe/Amsterdam. */
export function isTimeZone(text: string): boolean {
  try {
    // An offset such as +02:00 is taken by newer engines, and knows no daylight saving.
    return /^[A-Za-z]/u.test(text) && Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}
