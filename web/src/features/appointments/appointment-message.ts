import type { Appointment } from '@kundig/contract/appointments/appointment'
import type { Message } from '@kundig/contract/chat/chat.contract'

export interface AppointmentMessage {
  kind: 'appointment'
  id: string
  room_id: string
  seq: number
  sender_id: string
  appointment: Appointment
}

export interface AppointmentUpdates {
  onMessage: (message: Message) => void
  /** Refetches a message whose state may be outdated. Never rejects. */
  refresh: (message: AppointmentMessage) => Promise<void>
}

export type RoomMessage =
  | AppointmentMessage
  | { kind: 'text' | 'file' | 'payment_request' | 'refund' | 'removed' | 'deleted' }

export function findAppointment(messages: readonly RoomMessage[], seq: number): AppointmentMessage | undefined {
  for (const message of messages) if (message.kind === 'appointment' && message.seq === seq) return message
  return undefined
}
