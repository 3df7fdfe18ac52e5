import { page } from 'vitest/browser'

import type { Appointment } from '@kundig/contract/appointments/appointment'

import { createAppointmentMessage, MARIEKE, READER, ROOM } from '../../development/gallery/gallery-data.ts'
import { callLinkTexts } from '../../src/features/appointments/call-link/call-link.messages.ts'
import { appointmentCardTexts } from '../../src/features/appointments/card/appointment-card.messages.ts'
import { proposeActionTexts } from '../../src/features/appointments/propose-action.messages.ts'
import { proposingTexts } from '../../src/features/appointments/proposing/proposing.messages.ts'
import { chatTexts } from '../../src/features/chat/chat.messages.ts'
import { dialog, pickTexts, press, question, type Screen, type Screens, submitForm, text } from './screen.ts'

const ACCEPTED = {
  status: 'accepted',
  starts_at: '2099-06-01T12:00:00.000Z',
  partner_zone: 'Asia/Tokyo',
  link: 'https://meet.jit.si/kundig-garden-wall',
  link_by: MARIEKE.id,
} as const

const inRoom = (
  of: Partial<Appointment>,
  { isOwn = false, room = {}, ...rest }: Omit<Screen, 'at'> & { isOwn?: boolean; room?: Partial<typeof ROOM> },
): Screen => ({
  at: `/dashboard?tab=chats&room=${ROOM.id}`,
  rooms: [{ ...ROOM, ...room }],
  messages: [createAppointmentMessage(1, of, isOwn ? { sender_id: READER.id } : {})],
  ...rest,
})

const card = () => pickTexts(appointmentCardTexts)
const propose = async (): Promise<void> => {
  if (!matchMedia('(width >= 48rem)').matches) await press(pickTexts(chatTexts).add)
  await press(pickTexts(proposeActionTexts).propose)
}

export const appointmentScreens: Screens = {
  'appointments.proposed-partner': inRoom({}, { shows: () => text(card().decline) }),
  'appointments.proposed-own': inRoom({}, { isOwn: true, shows: () => text(card().waitingFor(MARIEKE.full_name)) }),
  'appointments.accepted': inRoom(ACCEPTED, { shows: () => text(card().addToCalendar) }),
  'appointments.cancel': inRoom(ACCEPTED, { act: () => press(card().cancelAppointment), shows: () => question }),
  'appointments.link-own': inRoom({ ...ACCEPTED, link_by: READER.id }, { shows: () => text(card().removeLink) }),
  'appointments.link': inRoom(
    { ...ACCEPTED, link_by: READER.id },
    {
      act: () => press(card().changeLink),
      shows: () => dialog.getByLabelText(pickTexts(callLinkTexts).label),
    },
  ),
  'appointments.ended': inRoom(
    { ...ACCEPTED, status: 'ended', ended_by: MARIEKE.id },
    { shows: () => text(card().cancelledBy(MARIEKE.full_name)) },
  ),
  'appointments.passed': inRoom({ times: ['2020-06-01T12:00:00.000Z'] }, { shows: () => text(card().allPassed) }),
  'appointments.closed': inRoom(
    {},
    { room: { status: 'closed', closed_at: ROOM.updated_at }, shows: () => text(card().chatClosed) },
  ),
  'appointments.propose': inRoom({}, { act: propose, shows: () => text(pickTexts(proposingTexts).linkHint) }),
  'appointments.propose-errors': inRoom(
    {},
    {
      act: async () => {
        await propose()
        await page.getByLabelText(pickTexts(proposingTexts).link).fill('zoom')
        await submitForm()
      },
      shows: () => text(pickTexts(proposingTexts).missing),
    },
  ),
}
