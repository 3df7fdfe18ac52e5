import { onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'

import type { Appointment } from '@kundig/contract/appointments/appointment'
import type { Message } from '@kundig/contract/chat/chat.contract'

import { createAppointmentMessage, READER } from '../../development/gallery/gallery-data.ts'
import { openRoom, type RoomOptions } from './chat-room.ts'
import type { ProcedureAnswers } from './fake-api.ts'
import { fakeLive } from './fake-live.ts'

export const NOW = '2026-10-20T10:00:00.000Z'
export const TIMES = ['2026-12-01T13:00:00.000Z', '2026-12-02T08:30:00.000Z', '2026-12-03T23:15:00.000Z']

export interface AppointmentOptions extends Omit<RoomOptions, 'messages'> {
  /** Fields of the appointment. The partner proposes it unless `isOwn` is true. Null for a room without messages. */
  of?: Partial<Appointment> | null
  isOwn?: boolean
  appointments?: ProcedureAnswers['appointments']
}

/** Sets the device's clock until the end of the test. The time zone is Amsterdam. */
export function setClock(at: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })
  onTestFinished(() => void vi.useRealTimers())
}

export async function openAppointmentRoom({
  of = {},
  isOwn = false,
  appointments = {},
  ...rest
}: AppointmentOptions = {}) {
  setClock(NOW)
  const sent = isOwn ? { sender_id: READER.id } : {}
  const first = of && createAppointmentMessage(1, { times: TIMES, ...of }, sent)
  const { stored, ...app } = await openRoom({ messages: first ? [first] : [], api: { appointments }, ...rest })
  let changes = 0
  const change = (to: Partial<Appointment>): Message => {
    changes += 1
    const appointment = stored[0]?.appointment
    if (!stored[0] || !appointment) throw new Error('no appointment')
    stored[0] = { ...stored[0], appointment: { ...appointment, ...to }, change_seq: changes }
    return stored[0]
  }
  return {
    ...app,
    stored,
    change,
    /** Changes the appointment on the server and sends the live event. */
    changeLive: (to: Partial<Appointment>): void => {
      const message = change(to)
      fakeLive.emit('message.updated', { ...message, change_seq: changes })
    },
  }
}

export const appointmentCard = (title: string) => page.getByRole('group', { name: title, exact: true })
