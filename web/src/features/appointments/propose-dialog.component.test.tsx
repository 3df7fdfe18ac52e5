import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'

import { createAppointmentMessage, MARIEKE, READER, ROOM } from '../../../development/gallery/gallery-data.ts'
import { appointmentCard, openAppointmentRoom, setClock } from '../../../test/component/appointments.ts'
import { chat } from '../../../test/component/chat-room.ts'
import { toast } from '../../../test/component/deals.ts'

const action = chat.getByRole('button', { name: 'Propose an appointment' })
const panel = page.getByRole('dialog')
const time = (number: number) => panel.getByLabelText(`Time ${number}`, { exact: true })
const which = panel.getByLabelText('Which one?')
const link = panel.getByLabelText('Link to your call (optional)')
const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()

interface Proposed {
  client_id: string
  times: string[]
  minutes: number
  zone: string
  link?: string | undefined
}

async function openPanel(rest: Parameters<typeof openAppointmentRoom>[0] = {}) {
  const propose = vi.fn<(input: Proposed) => Message>(({ client_id, times, minutes, zone, link: call }) =>
    createAppointmentMessage(1, { times, minutes, zone, link: call ?? null }, { client_id, sender_id: READER.id }),
  )
  const app = await openAppointmentRoom({ of: null, appointments: { propose }, ...rest })
  await action.click()
  await expect.element(time(1)).toHaveFocus()
  return { ...app, propose }
}

it('sends a proposal of three times with a duration and a call link', async () => {
  const { propose } = await openPanel()
  await expect.element(panel).toMatchTextContent(`Propose an appointment with ${MARIEKE.full_name}`)
  await expect.element(panel).toMatchTextContent('Times are in Amsterdam time')
  await time(1).fill('2026-12-02T09:30')
  await press('Add another time')
  await time(2).fill('2026-12-01T14:00')
  await press('Add another time')
  await expect.element(panel.getByRole('button', { name: 'Add another time' })).not.toBeInTheDocument()
  await time(3).fill('2027-07-01T14:00')
  await panel.getByLabelText('Duration').selectOptions('90')
  await link.fill('https://call.example/one')
  await press('Propose')
  await expect.element(appointmentCard('You proposed an appointment')).toMatchTextContent('1 hour 30 minutes')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(toast(`${MARIEKE.full_name} can now choose a time`)).toBeVisible()
  await expect.element(action).toHaveFocus()
  expect(propose).toHaveBeenCalledExactlyOnceWith({
    room_id: ROOM.id,
    client_id: expect.any(String) as string,
    times: ['2026-12-02T08:30:00.000Z', '2026-12-01T13:00:00.000Z', '2027-07-01T12:00:00.000Z'],
    minutes: 90,
    zone: 'Europe/Amsterdam',
    link: 'https://call.example/one',
  })
})

describe('a time', () => {
  it('shows an error beside the field when the time is invalid', async () => {
    const { propose } = await openPanel()
    for (const [typed, error] of [
      ['', 'Choose a date and time'],
      ['2026-10-20T12:00', 'Choose a time in the future'],
      ['2027-10-22T12:00', 'Choose a time within a year'],
      ['2027-03-28T02:30', 'The clock goes forward on that day, so this time does not exist.'],
    ] as const) {
      await time(1).fill(typed)
      await press('Propose')
      await expect.element(time(1)).toHaveAccessibleDescription(error)
      await expect.element(time(1)).toHaveFocus()
    }
    await time(1).fill('2026-12-01T14:00')
    await press('Add another time')
    await time(2).fill('2026-12-01T14:00')
    await press('Propose')
    await expect.element(time(2)).toHaveAccessibleDescription('You chose this time twice')
    await expect.element(time(2)).toHaveFocus()
    await expect.element(time(1)).not.toHaveAttribute('aria-invalid', 'true')
    await press('Remove time 2')
    await expect.element(time(1)).toHaveFocus()
    await expect.element(time(2)).not.toBeInTheDocument()
    expect(propose).not.toHaveBeenCalled()
  })

  it('is checked again when it is sent', async () => {
    const { propose } = await openPanel()
    await time(1).fill('2026-10-20T12:05')
    setClock('2026-10-20T10:06:00.000Z')
    await press('Propose')
    await expect.element(time(1)).toHaveAccessibleDescription('Choose a time in the future')
    expect(propose).not.toHaveBeenCalled()
  })

  it('asks which of two moments is meant when the time occurs twice', async () => {
    const { propose } = await openPanel()
    await time(1).fill('2026-10-25T02:30')
    await press('Propose')
    await expect.element(which).toHaveFocus()
    await expect
      .element(which)
      .toHaveAccessibleDescription('The clock goes back on that day, so this time occurs twice. Choose one.')
    await which.selectOptions('Second time (winter time)')
    await press('Propose')
    await expect.element(panel).not.toBeInTheDocument()
    expect(propose.mock.calls[0]?.[0].times).toEqual(['2026-10-25T01:30:00.000Z'])
  })
})

it('refuses a call link that is not an https address', async () => {
  const { propose } = await openPanel()
  await time(1).fill('2026-12-01T14:00')
  await link.fill('http://call.example')
  await press('Propose')
  await expect.element(link).toHaveAccessibleDescription('Enter a link that begins with https://')
  await expect.element(link).toHaveFocus()
  expect(propose).not.toHaveBeenCalled()
})

it('shows a refusal, and resends a proposal under the same id after a lost response', async () => {
  const { propose } = await openPanel()
  propose.mockImplementationOnce(() => {
    throw new Refusal('APPOINTMENT_PAST')
  })
  await time(1).fill('2026-12-01T14:00')
  await press('Propose')
  await expect.element(panel.getByRole('alert')).toMatchTextContent('Choose a time in the future')
  await press('Propose')
  await expect.element(panel).not.toBeInTheDocument()
  const ids = propose.mock.calls.map(([{ client_id }]) => client_id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

it('keeps the draft of a closed dialog, and deletes the draft after sending', async () => {
  await openPanel()
  await time(1).fill('2026-12-01T14:00')
  await press('Close')
  await expect.element(action).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(time(1)).toHaveValue('2026-12-01T14:00')
  await press('Propose')
  await expect.element(panel).not.toBeInTheDocument()
  await action.click()
  await expect.element(time(1)).toHaveValue('')
})

it('the button to propose an appointment is missing in a closed chat', async () => {
  await openAppointmentRoom({ of: null, room: { status: 'closed', closed_at: ROOM.updated_at } })
  await expect.element(chat.getByText('This chat is closed')).toBeVisible()
  await expect.element(action).not.toBeInTheDocument()
})
