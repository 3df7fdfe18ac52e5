/** Maximum length of a line (octets, without the line break). */
const LINE_MAX = 75

export interface CalendarEvent {
  uid: string
  /** Creation of the file. */
  stampedAt: Date
  startsAt: string
  minutes: number
  summary: string
  /** Lines of text. */
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
    // Without the site's name, which its owner can change.
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

/** Breaks a line between characters; a continuation begins with a space, which counts. */
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
