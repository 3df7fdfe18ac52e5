/** Maximum length of a line without its line break (octets). */
const LINE_MAX = 75

export interface CalendarEvent {
  uid: string
  stampedAt: Date
  startsAt: string
  minutes: number
  summary: string
  description: readonly string[]
  url: string | null
}

/** Builds an iCalendar file with one event (RFC 5545). */
export function buildCalendarFile({
  uid,
  stampedAt,
  startsAt,
  minutes,
  summary,
  description,
  url,
}: CalendarEvent): string {
  const start = new Date(startsAt)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    // The product id omits the site's name, because an owner can change that name.
    'PRODID:-//Appointment in a chat//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${formatUtc(stampedAt)}`,
    `DTSTART:${formatUtc(start)}`,
    `DTEND:${formatUtc(new Date(start.getTime() + minutes * 60_000))}`,
    `SUMMARY:${escapeText(summary)}`,
    ...(description.length > 0 ? [`DESCRIPTION:${escapeText(description.join('\n'))}`] : []),
    ...(url === null ? [] : [`URL:${url}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/gu, '\\$&').replaceAll(/\r\n|\r|\n/gu, '\\n')
}

function formatUtc(date: Date): string {
  return date.toISOString().replaceAll(/[-:]|\.\d+/gu, '')
}

/** Breaks a long line between characters. Each continuation begins with a space, which counts for its length. */
function foldLine(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > LINE_MAX) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
