import type { ReactNode } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import type { AppointmentMessage, ChatMessage } from './cache/message.ts'

/** Appointment components for the chat. The chat itself only knows that a message may propose an appointment. */
export interface AppointmentSlots {
  renderCard: (message: AppointmentMessage, room: Room) => ReactNode
  renderAction: (room: Room) => ReactNode
  /** Renders dialogs outside the list: a dialog must stay open when its message scrolls out of view. */
  renderDialogs: (room: Room, messages: readonly ChatMessage[]) => ReactNode
}
