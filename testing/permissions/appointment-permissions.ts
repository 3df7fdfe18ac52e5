import type { Message } from '@kundig/contract/chat/chat.contract'

import { createAppointmentCalls } from '../people/appointments.ts'
import { toOutcome } from '../people/outcome.ts'
import type { Answer, Person } from '../people/test-client.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { type PermissionRow, toRows } from './permission-row.ts'

type Calls = ReturnType<typeof createAppointmentCalls>

/** Tries an action on an appointment that the partner has proposed. */
const toAppointment =
  (act: (calls: Calls, who: Person | null, proposed: Message) => Promise<Answer<unknown>>) =>
  async ({ site, people, open }: PermissionFixture, who: Person | null): Promise<string> => {
    const calls = createAppointmentCalls(site)
    const { body } = await calls.propose(people.partner, open.id)
    return toOutcome(await act(calls, who, body))
  }

const both = { receiver: '200', partner: '200', everyoneElse: '404 ROOM_NOT_FOUND' }

export const appointmentPermissions: PermissionRow[] = toRows('Reply, react, propose a time', [
  {
    operation: 'propose an appointment',
    calls: 'POST /chat-rooms/{room_id}/appointments',
    attempt: async ({ site, open }, who) => toOutcome(await createAppointmentCalls(site).propose(who, open.id)),
    expected: both,
  },
  {
    operation: 'propose an appointment in a closed room',
    calls: 'POST /chat-rooms/{room_id}/appointments',
    attempt: async ({ site, closed }, who) => toOutcome(await createAppointmentCalls(site).propose(who, closed.id)),
    expected: { receiver: '409 ROOM_CLOSED', partner: '409 ROOM_CLOSED', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'accept a proposed time',
    calls: 'POST /chat-rooms/{room_id}/appointments/{seq}/accept',
    attempt: toAppointment((calls, who, proposed) => calls.accept(who, proposed)),
    expected: { receiver: '200', partner: '403 APPOINTMENT_PARTNER_ONLY', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'end an appointment',
    calls: 'POST /chat-rooms/{room_id}/appointments/{seq}/end',
    attempt: toAppointment((calls, who, proposed) => calls.end(who, proposed)),
    expected: both,
  },
  {
    operation: 'change the link of an appointment',
    calls: 'PUT /chat-rooms/{room_id}/appointments/{seq}/link',
    attempt: toAppointment((calls, who, proposed) => calls.setLink(who, proposed, 'https://meet.example/room')),
    expected: both,
  },
])
