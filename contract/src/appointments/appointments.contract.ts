import { oc } from '@orpc/contract'
import { z } from 'zod'

import { message } from '../chat/chat.contract.ts'
import { declareErrors } from '../errors/declared-errors.ts'
import { createStorableTextSchema, id, instant, timeZone, wholeNumber } from '../schemas.ts'
import { APPOINTMENTS, isCallLink } from './appointment-rules.ts'

const tags = ['Appointments']
const link = createStorableTextSchema(APPOINTMENTS.linkMax).trim().refine(isCallLink, { error: 'CALL_LINK_INVALID' })
const position = { room_id: id, seq: wholeNumber.pipe(z.int().min(1).max(2_147_483_646)) }
const COMMON = ['NO_SESSION', 'ROOM_NOT_FOUND', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS'] as const
const OF_ONE = [...COMMON, 'APPOINTMENT_NOT_FOUND', 'APPOINTMENT_ENDED'] as const

/** Appointments are messages of a room: `message.created` and `message.updated` announce them. */
export const appointmentsContract = {
  propose: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/{room_id}/appointments',
      tags,
      summary: 'Propose up to three times for an appointment',
      description: 'Repeating a call with the same `client_id` proposes nothing again.',
    })
    .input(
      z.strictObject({
        room_id: id,
        client_id: id,
        times: z.array(instant).min(1).max(APPOINTMENTS.timesMax),
        minutes: z.int().min(APPOINTMENTS.minutesMin).max(APPOINTMENTS.minutesMax),
        zone: timeZone,
        link: link.optional(),
      }),
    )
    .output(message)
    .errors(
      declareErrors(
        ...COMMON,
        'ROOM_CLOSED',
        'APPOINTMENT_PAST',
        'APPOINTMENT_FAR',
        'APPOINTMENT_TWICE',
        'TIME_ZONE_UNKNOWN',
        'CALL_LINK_INVALID',
      ),
    ),

  accept: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/{room_id}/appointments/{seq}/accept',
      tags,
      summary: 'Accept one of the proposed times, as the partner',
      description: 'While the chat is open. Accepting the same time again changes nothing.',
    })
    .input(z.strictObject({ ...position, starts_at: instant, zone: timeZone }))
    .output(message)
    .errors(
      declareErrors(
        ...OF_ONE,
        'ROOM_CLOSED',
        'APPOINTMENT_PARTNER_ONLY',
        'APPOINTMENT_ANSWERED',
        'APPOINTMENT_OVER',
        'TIME_ZONE_UNKNOWN',
      ),
    ),

  end: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/{room_id}/appointments/{seq}/end',
      tags,
      summary: 'Decline, withdraw or cancel an appointment',
      description: 'Until the accepted start, while the chat is open. Repeating a call changes nothing.',
    })
    .input(z.strictObject(position))
    .output(message)
    .errors(declareErrors(...COMMON, 'ROOM_CLOSED', 'APPOINTMENT_NOT_FOUND', 'APPOINTMENT_OVER')),

  changeLink: oc
    .route({
      method: 'PUT',
      path: '/chat-rooms/{room_id}/appointments/{seq}/link',
      tags,
      summary: 'Set or remove the link of the call',
      description:
        'Either person sets it where there is none; then only that person changes or removes it. While the chat is open. ' +
        'Repeating a call changes nothing.',
    })
    .input(z.strictObject({ ...position, link: link.nullable() }))
    .output(message)
    .errors(declareErrors(...OF_ONE, 'ROOM_CLOSED', 'FORBIDDEN', 'CALL_LINK_INVALID')),
}
