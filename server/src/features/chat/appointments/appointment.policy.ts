import type { Appointment } from '@kundig/contract/appointments/appointment'
import { APPOINTMENTS } from '@kundig/contract/appointments/appointment-rules'
import type { RoomStatus } from '@kundig/contract/chat/room-life-cycle'
import type { ErrorCode } from '@kundig/contract/errors'

import { isRemoved } from '../messages/removed-message.repository.ts'

interface Found {
  message: {
    senderId: string
    content: string
    changedSeq: number | null
    appointment: Appointment | null
  }
}

interface Room {
  status: RoomStatus
}

/** @param times in ISO 8601 */
export function findProposalRefusal(times: readonly string[], now: number): ErrorCode | null {
  const starts = times.map((time) => Date.parse(time))
  if (starts.some((start) => start <= now)) return 'APPOINTMENT_PAST'
  if (starts.some((start) => start > now + APPOINTMENTS.aheadMaxMs)) return 'APPOINTMENT_FAR'
  return new Set(starts).size < starts.length ? 'APPOINTMENT_TWICE' : null
}

function findAppointment(found: Found | undefined): Appointment | null {
  return found && !isRemoved(found.message) ? found.message.appointment : null
}

/** Returns why a time could not be accepted; null when the person has already accepted this time. */
export function findAcceptRefusal(
  found: Found | undefined,
  room: Room,
  { viewerId, startsAt }: { viewerId: string; startsAt: string },
): ErrorCode | null {
  const appointment = findAppointment(found)
  if (!appointment) return 'APPOINTMENT_NOT_FOUND'
  if (found?.message.senderId === viewerId) return 'APPOINTMENT_PARTNER_ONLY'
  if (appointment.status === 'ended') return 'APPOINTMENT_ENDED'
  if (appointment.status === 'accepted') return appointment.starts_at === startsAt ? null : 'APPOINTMENT_ANSWERED'
  if (!appointment.times.includes(startsAt)) return 'INVALID_INPUT'
  return room.status === 'closed' ? 'ROOM_CLOSED' : 'APPOINTMENT_OVER'
}

/** Returns why an appointment could not be ended; null when it has already ended. */
export function findAppointmentEndRefusal(found: Found | undefined, room: Room): ErrorCode | null {
  const appointment = findAppointment(found)
  if (!appointment) return 'APPOINTMENT_NOT_FOUND'
  if (appointment.status === 'ended') return null
  return room.status === 'closed' ? 'ROOM_CLOSED' : 'APPOINTMENT_OVER'
}

/** Returns why the link could not be changed; null when the same link was already set. */
export function findCallLinkRefusal(
  found: Found | undefined,
  { viewerId, link }: { viewerId: string; link: string | null },
): ErrorCode | null {
  const appointment = findAppointment(found)
  if (!appointment) return 'APPOINTMENT_NOT_FOUND'
  if (appointment.status === 'ended') return 'APPOINTMENT_ENDED'
  if (appointment.link === link) return null
  return (appointment.link_by ?? viewerId) === viewerId ? 'ROOM_CLOSED' : 'FORBIDDEN'
}
