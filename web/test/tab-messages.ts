import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

import type { ChatMessage } from '../src/features/chat/cache/message.ts'

export interface TabOptions {
  origin: string
  userId: string
  /** Value of the browser's Cookie header. */
  cookie: string
  roomId: string
}

export type ShownMessage = Pick<Message, 'room_id' | 'seq' | 'sender_id' | 'client_id' | 'content' | 'reactions'> &
  Pick<ChatMessage, 'kind'>

export type ToTab = { type: 'send'; id: number; content: string } | { type: 'close' }

export type FromTab =
  /** Messages that the tab shows from the given index of the list to the end. */
  | { type: 'shown'; from: number; messages: readonly ShownMessage[] }
  | { type: 'received'; name: string; payload: unknown }
  /** True when the tab is connected and shows the room. */
  | { type: 'connected'; isConnected: boolean }
  | { type: 'acknowledged'; id: number; message: Message }
  /** Sending failed. The tab now waits for a press on its retry button. */
  | { type: 'given up'; id: number; code: ErrorCode }
