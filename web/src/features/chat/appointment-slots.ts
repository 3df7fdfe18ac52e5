import type { ReactNode } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import type { AppointmentMessage, ChatMessage } from './cache/message.ts'

/** Appointment components in a chat, which only knows that a message may propose an appointment. */
export interface AppointmentSlots {
  renderCard: (message: AppointmentMessage, room: Room) => ReactNode
  renderAction: (room: Room) => ReactNode
  /** Above the room: a dialog must survive its message scrolling out of view. */
  renderDialogs: (room: Room, messages: readonly ChatMessage[]) => ReactNode
}
