import { randomUUID } from 'node:crypto'

import type { Message } from '@kundig/contract/chat/chat.contract'

import type { Answer, Client, Person } from './test-client.ts'

type Answered = Promise<Answer<Message & { code?: string }>>

type Position = Pick<Message, 'room_id' | 'seq' | 'appointment'>

export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Calls about appointments, which are proposed in Amsterdam and accepted in New York. */
export function createAppointmentCalls(site: Pick<Client, 'api'>) {
  const path = (roomId: string, rest = '') => `/api/chat-rooms/${roomId}/appointments${rest}`
  return {
    propose: (person: Person | null, roomId: string, input: object = {}): Answered =>
      site.api(person, 'POST', path(roomId), {
        client_id: randomUUID(),
        times: [inHours(26), inHours(25)],
        minutes: 30,
        zone: 'Europe/Amsterdam',
        ...input,
      }),
    accept: (
      person: Person | null,
      { room_id, seq, appointment }: Position,
      startsAt = appointment?.times[0],
    ): Answered =>
      site.api(person, 'POST', path(room_id, `/${seq}/accept`), { starts_at: startsAt, zone: 'America/New_York' }),
    end: (person: Person | null, { room_id, seq }: Position): Answered =>
      site.api(person, 'POST', path(room_id, `/${seq}/end`)),
    setLink: (person: Person | null, { room_id, seq }: Position, link: string | null): Answered =>
      site.api(person, 'PUT', path(room_id, `/${seq}/link`), { link }),
  }
}
