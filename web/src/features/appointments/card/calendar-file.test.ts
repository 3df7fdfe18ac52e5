import { describe, expect, it } from 'vitest'

import { buildCalendarFile, type CalendarEvent } from './calendar-file.ts'

const EVENT: CalendarEvent = {
  uid: 'room.7@kundig.example',
  stampedAt: new Date('2026-11-20T08:09:10.123Z'),
  startsAt: '2026-12-01T23:45:00.000Z',
  minutes: 30,
  summary: 'Appointment with Noor',
  description: [],
  url: null,
}
const unfold = (file: string): string => file.replaceAll('\r\n ', '')

describe('calendar files', () => {
  it('contain one event in UTC, with CRLF after each line', () => {
    expect(buildCalendarFile(EVENT).split('\r\n')).toStrictEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Appointment in a chat//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:room.7@kundig.example',
      'DTSTAMP:20261120T080910Z',
      'DTSTART:20261201T234500Z',
      'DTEND:20261202T001500Z',
      'SUMMARY:Appointment with Noor',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('escape commas, semicolons, backslashes and line breaks in texts, but not in the link', () => {
    const file = buildCalendarFile({
      ...EVENT,
      summary: 'A, b; c\\d\r\nBEGIN:VALARM',
      description: ['one', 'two\rthree'],
      url: 'https://call.example/a,b;c',
    })
    expect(file).toContain('\r\nSUMMARY:A\\, b\\; c\\\\d\\nBEGIN:VALARM\r\n')
    expect(file).toContain('\r\nDESCRIPTION:one\\ntwo\\nthree\r\n')
    expect(file).toContain('\r\nURL:https://call.example/a,b;c\r\n')
  })

  it('fold lines of more than 75 octets between characters', () => {
    const summary = 'Żółć 🍯 '.repeat(30)
    const file = buildCalendarFile({ ...EVENT, summary })
    const lines = file.split('\r\n')
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(lines.some((line) => line.startsWith(' '))).toBe(true)
    expect(unfold(file)).toContain(`\r\nSUMMARY:${summary}\r\n`)
    expect(file.isWellFormed()).toBe(true)
  })

  it('do not fold a line of exactly 75 octets', () => {
    const summary = 'x'.repeat(75 - 'SUMMARY:'.length)
    expect(buildCalendarFile({ ...EVENT, summary })).toContain(`\r\nSUMMARY:${summary}\r\n`)
  })
})
