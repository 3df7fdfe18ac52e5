import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import type { Appointment } from '@kundig/contract/appointments/appointment'
import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'

import { createAppointmentMessage, MARIEKE, READER, ROOM } from '../../../development/gallery/gallery-data.ts'
import { appointmentCard, openAppointmentRoom, TIMES } from '../../../test/component/appointments.ts'
import { openMessageMenu } from '../../../test/component/chat-room.ts'
import { toast } from '../../../test/component/deals.ts'
import { pressTwice } from '../../../test/component/press-twice.ts'

const NAME = MARIEKE.full_name
const proposed = appointmentCard(`${NAME} proposes an appointment`)
const ownProposed = appointmentCard('You proposed an appointment')
const decided = appointmentCard(`Appointment with ${NAME}`)
const accept = (when: string) => proposed.getByRole('button', { name: `Accept ${when}`, exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const question = page.getByRole('alertdialog')

const ACCEPTED = { status: 'accepted', starts_at: TIMES[0] ?? '', partner_zone: 'Europe/Amsterdam' } as const

const change = (to: Partial<Appointment>, from: Partial<Message> = {}): Message =>
  createAppointmentMessage(1, { times: TIMES, ...to }, { change_seq: 1, ...from })

describe('a proposal', () => {
  it('shows each time in both time zones, with the date when the days differ', async () => {
    await openAppointmentRoom()
    await expect.element(proposed).toMatchTextContent('Tue 1 Dec, 14:0008:00 New York time')
    await expect.element(proposed).toMatchTextContent(/Fri 4 Dec, 00:15Thu,? 3 Dec, 18:15 New York time/u)
    await expect.element(proposed).toMatchTextContent('30 minutes')
  })

  it.each([
    ['has the same time', { zone: 'Europe/Brussels' }, false],
    ['is unknown, before the partner accepts', { zone: 'America/New_York' }, true],
  ])('shows only the viewer’s time zone when the partner’s zone %s', async (_why, of, isOwn) => {
    await openAppointmentRoom({ of, isOwn })
    const card = isOwn ? ownProposed : proposed
    await expect.element(card).toMatchTextContent('Tue 1 Dec, 14:00')
    await expect.element(card).not.toMatchTextContent(/time(?!s)/u)
  })

  it('distinguishes the two times in an hour that repeats when the clock goes back', async () => {
    await openAppointmentRoom({ of: { times: ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'], zone: 'UTC' } })
    await expect.element(accept('Sun 25 Oct, 02:30 (summer time)')).toBeVisible()
    await expect.element(accept('Sun 25 Oct, 02:30 (winter time)')).toBeVisible()
    await expect.element(proposed).toMatchTextContent('Sun 25 Oct, 02:30 (winter time)')
  })

  it('is accepted with one tap, and only once', async () => {
    const call = vi.fn<(input: { starts_at: string; zone: string }) => Message>(({ starts_at, zone }) =>
      change({ status: 'accepted', starts_at, partner_zone: zone }),
    )
    await openAppointmentRoom({ appointments: { accept: call } })
    await expect.element(accept('Wed 2 Dec, 09:30')).toBeVisible()
    await pressTwice(accept('Wed 2 Dec, 09:30'))
    await expect.element(decided).toMatchTextContent('Wed 2 Dec, 09:30')
    expect(call).toHaveBeenCalledExactlyOnceWith({
      room_id: ROOM.id,
      seq: 1,
      starts_at: TIMES[1],
      zone: 'Europe/Amsterdam',
    })
  })

  it.each([
    ['APPOINTMENT_ANSWERED', 'Another time was already accepted', ACCEPTED],
    ['APPOINTMENT_ENDED', 'This appointment no longer takes place', { status: 'ended', ended_by: MARIEKE.id }],
  ] as const)('shows the current state after %s', async (code, text, to) => {
    const room = await openAppointmentRoom({
      appointments: {
        accept: () => {
          room.change(to)
          throw new Refusal(code)
        },
      },
    })
    await accept('Wed 2 Dec, 09:30').click()
    await expect.element(toast(text)).toBeVisible()
    await expect.element(decided).toBeVisible()
  })

  it('can still be accepted after a refusal for too many attempts', async () => {
    await openAppointmentRoom({
      appointments: {
        accept: () => {
          throw new Refusal('TOO_MANY_ATTEMPTS')
        },
      },
    })
    await accept('Wed 2 Dec, 09:30').click()
    await expect.element(toast('Too many attempts. Please try again later.')).toBeVisible()
    await expect.element(accept('Wed 2 Dec, 09:30')).toBeEnabled()
  })

  it('hides times that have passed', async () => {
    await openAppointmentRoom()
    await expect.element(accept('Tue 1 Dec, 14:00')).toBeVisible()
    vi.setSystemTime(new Date(TIMES[0] ?? ''))
    window.dispatchEvent(new Event('focus'))
    await expect.element(accept('Tue 1 Dec, 14:00')).not.toBeInTheDocument()
    await expect.element(proposed.getByText('Passed')).toBeVisible()
    await expect.element(accept('Wed 2 Dec, 09:30')).toBeVisible()
    vi.setSystemTime(new Date(TIMES[2] ?? ''))
    window.dispatchEvent(new Event('focus'))
    await expect.element(proposed).toMatchTextContent('These times have passed')
    await expect.element(proposed.getByRole('button')).not.toBeInTheDocument()
  })

  it.each([
    ['is declined by the partner', false, 'None of these suit me', 'You declined these times'],
    ['is withdrawn by the sender', true, 'Withdraw', 'You withdrew this proposal'],
  ])('%s', async (_what, isOwn, button, text) => {
    const end = vi.fn<() => Message>(() =>
      change({ status: 'ended', ended_by: READER.id }, isOwn ? { sender_id: READER.id } : {}),
    )
    await openAppointmentRoom({ isOwn, appointments: { end } })
    await press(button)
    await expect.element(decided).toMatchTextContent(text)
    await expect.element(decided).toHaveFocus()
    await expect.element(decided.getByRole('button')).not.toBeInTheDocument()
    expect(end).toHaveBeenCalledOnce()
  })

  it('cannot be accepted in a closed chat', async () => {
    const { close } = await openAppointmentRoom()
    await expect.element(accept('Tue 1 Dec, 14:00')).toBeVisible()
    close()
    await expect.element(proposed).toMatchTextContent('This chat is closed, so no time can be chosen')
    await expect.element(proposed.getByRole('button')).not.toBeInTheDocument()
  })

  it('can be reported by its receiver, but not copied, edited or deleted', async () => {
    const { stored } = await openAppointmentRoom()
    if (stored[0]) await openMessageMenu(stored[0])
    const items = page.getByRole('menuitem')
    expect(items.elements().map(({ textContent }) => textContent)).toEqual(['Reply', 'Report this message'])
  })
})

describe('an accepted appointment', () => {
  it('appears immediately in the card and in the list of chats', async () => {
    const { changeLive } = await openAppointmentRoom({ isOwn: true })
    await expect.element(ownProposed).toMatchTextContent(`Waiting for ${NAME} to choose`)
    changeLive({ ...ACCEPTED, partner_zone: 'Asia/Tokyo' })
    await expect.element(decided).toMatchTextContent('Tue 1 Dec, 14:0022:00 Tokyo time')
    await expect.element(decided.getByRole('status')).toHaveTextContent(`Appointment with ${NAME}: Tue 1 Dec, 14:00`)
    const rooms = page.getByRole('navigation', { name: 'Your chats' })
    await expect.element(rooms).toMatchTextContent('Appointment: Tue 1 Dec, 14:00')
  })

  it('is cancelled after a confirmation', async () => {
    const end = vi.fn<() => Message>(() => change({ ...ACCEPTED, status: 'ended', ended_by: READER.id }))
    await openAppointmentRoom({ of: ACCEPTED, appointments: { end } })
    await press('Cancel appointment')
    await expect.element(question).toMatchTextContent('Cancel your appointment on Tue 1 Dec, 14:00?')
    await question.getByRole('button', { name: 'Keep appointment' }).click()
    expect(end).not.toHaveBeenCalled()
    await press('Cancel appointment')
    await question.getByRole('button', { name: 'Cancel appointment' }).click()
    await expect.element(decided).toMatchTextContent('You cancelled this appointment')
    await expect.element(decided).toHaveFocus()
  })

  it('keeps its call link in a closed chat, and can no longer be changed or cancelled', async () => {
    await openAppointmentRoom({
      of: { ...ACCEPTED, link: 'https://call.example/one', link_by: READER.id },
      room: { status: 'closed', closed_at: ROOM.updated_at },
    })
    await expect.element(decided.getByRole('link')).toBeVisible()
    await expect.element(decided.getByRole('button', { name: 'Cancel appointment' })).not.toBeInTheDocument()
    await expect.element(decided.getByRole('button', { name: 'Change link' })).not.toBeInTheDocument()
  })

  it('accepts, changes and removes a call link', async () => {
    const sent: (string | null)[] = []
    const changeLink = ({ link }: { link: string | null }): Message => {
      sent.push(link)
      return change({ ...ACCEPTED, link, link_by: link === null ? null : READER.id }, { change_seq: sent.length })
    }
    await openAppointmentRoom({ of: ACCEPTED, appointments: { changeLink } })
    await press('Add a call link')
    const field = page.getByLabelText('Link to your call')
    for (const wrong of ['', 'zoom', 'http://call.example', 'https://me@call.example']) {
      await field.fill(wrong)
      await press('Save')
      await expect.element(field).toHaveAccessibleDescription('Enter a link that begins with https://')
      await expect.element(field).toHaveFocus()
    }
    await field.fill(' https://call.example/room?x=1 ')
    await press('Save')
    const link = decided.getByRole('link', { name: 'https://call.example/room?x=1' })
    await expect.element(link).toHaveAttribute('href', 'https://call.example/room?x=1')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(decided).toMatchTextContent('Your call link:')
    await press('Change link')
    await expect.element(field).toHaveValue('https://call.example/room?x=1')
    await press('Cancel')
    await press('Remove link')
    await expect.element(link).not.toBeInTheDocument()
    expect(sent).toEqual(['https://call.example/room?x=1', null])
  })

  it('shows who set the call link, and only that person can change the link', async () => {
    await openAppointmentRoom({ of: { ...ACCEPTED, link: 'https://call.example/one', link_by: MARIEKE.id } })
    await expect.element(decided).toMatchTextContent(`Call link from ${NAME}:`)
    await expect.element(decided.getByRole('link')).toBeVisible()
    for (const name of ['Add a call link', 'Change link', 'Remove link']) {
      await expect.element(decided.getByRole('button', { name })).not.toBeInTheDocument()
    }
  })

  it('shows the partner’s call link when the partner set one first', async () => {
    const room = await openAppointmentRoom({
      of: ACCEPTED,
      appointments: {
        changeLink: () => {
          room.change({ link: 'https://call.example/theirs', link_by: MARIEKE.id })
          throw new Refusal('FORBIDDEN')
        },
      },
    })
    await press('Add a call link')
    await page.getByLabelText('Link to your call').fill('https://call.example/mine')
    await press('Save')
    await expect.element(page.getByText('You are not allowed to do this')).toBeVisible()
    await press('Cancel')
    await expect.element(decided.getByRole('link', { name: 'https://call.example/theirs' })).toBeVisible()
  })

  it('does not link a stored call link with another protocol', async () => {
    await openAppointmentRoom({ of: { ...ACCEPTED, link: 'javascript:alert(1)', link_by: READER.id } })
    await expect.element(decided.getByRole('button', { name: 'Change link' })).toBeVisible()
    await expect.element(decided.getByRole('link')).not.toBeInTheDocument()
  })

  it('downloads a calendar file', async () => {
    const files: Blob[] = []
    const names: string[] = []
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file)
      return '#'
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    await openAppointmentRoom({ of: { ...ACCEPTED, link: 'https://call.example/one' } })
    await press('Add to calendar')
    create.mockRestore()
    click.mockRestore()
    expect(names).toEqual(['appointment-2026-12-01.ics'])
    expect(files[0]?.type).toBe('text/calendar;charset=utf-8')
    const text = await files[0]?.text()
    expect(text).toContain('\r\nDTSTART:20261201T130000Z\r\nDTEND:20261201T133000Z\r\n')
    expect(text).toContain('\r\nURL:https://call.example/one\r\n')
    expect(text?.replaceAll('\r\n ', '')).toContain(`SUMMARY:Appointment with ${NAME}\r\n`)
  })

  it('cannot be cancelled after its start, and has no actions after its end', async () => {
    await openAppointmentRoom({ of: ACCEPTED })
    await expect.element(decided.getByRole('button', { name: 'Cancel appointment' })).toBeVisible()
    vi.setSystemTime(new Date('2026-12-01T13:00:00Z'))
    window.dispatchEvent(new Event('focus'))
    await expect.element(decided.getByRole('button', { name: 'Cancel appointment' })).not.toBeInTheDocument()
    await expect.element(decided.getByRole('button', { name: 'Add a call link' })).toBeVisible()
    vi.setSystemTime(new Date('2026-12-01T13:30:00Z'))
    window.dispatchEvent(new Event('focus'))
    await expect.element(decided).toMatchTextContent('This appointment has passed')
    await expect.element(decided.getByRole('button')).not.toBeInTheDocument()
  })
})

describe('an ended appointment', () => {
  it.each([
    ['withdrawn by its sender', { ended_by: MARIEKE.id }, false, `${NAME} withdrew this proposal`],
    ['declined by the partner', { ended_by: MARIEKE.id }, true, `${NAME} declined these times`],
    ['cancelled', { ended_by: MARIEKE.id, starts_at: TIMES[0] ?? '' }, true, `${NAME} cancelled this appointment`],
    ['ended by the site', { ended_by: null }, false, 'This appointment isn’t happening'],
  ] as const)('shows that it was %s', async (_how, of, isOwn, text) => {
    await openAppointmentRoom({ of: { ...of, status: 'ended' }, isOwn })
    await expect.element(decided).toMatchTextContent(text)
    await expect.element(decided.getByRole('button')).not.toBeInTheDocument()
  })
})
