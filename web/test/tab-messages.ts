import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

import type { ChatMessage } from '../src/features/chat/cache/message.ts'

export interface TabOptions {
  /** Address from which the tab was loaded. */
  origin: string
  userId: string
  /** Value of the browser's Cookie header. */
  cookie: string
  /** Room that the tab shows. */
  roomId: string
}

/** Displayed fields of a message. */
export type ShownMessage = Pick<Message, 'room_id' | 'seq' | 'sender_id' | 'client_id' | 'content' | 'reactions'> &
  Pick<ChatMessage, 'kind'>

/** Commands from the test to a tab. */
export type ToTab = { type: 'send'; id: number; content: string } | { type: 'close' }

/** Reports from a tab to the test. */
export type FromTab =
  /** Messages that the tab shows from the given index of the list to the end. */
  | { type: 'shown'; from: number; messages: readonly ShownMessage[] }
  | { type: 'received'; name: string; payload: unknown }
  /** True when the tab is connected and shows the room. */
  | { type: 'connected'; isConnected: boolean }
  | { type: 'acknowledged'; id: number; message: Message }
  /** Sending failed. The tab now waits for a press on its retry button. */
  | { type: 'given up'; id: number; code: ErrorCode }
