import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

import type { ChatMessage } from '../src/features/chat/cache/message.ts'

export interface TabOptions {
  /** Address from which the tab was loaded. */
  origin: string
  userId: string
  /** The Cookie header of this browser. */
  cookie: string
  /** The room that the tab shows. */
  roomId: string
}

/** A message as a tab shows it. */
export type ShownMessage = Pick<Message, 'room_id' | 'seq' | 'sender_id' | 'client_id' | 'content' | 'reactions'> &
  Pick<ChatMessage, 'kind'>

/** Commands to a tab. */
export type ToTab = { type: 'send'; id: number; content: string } | { type: 'close' }

/** Reports from a tab. */
export type FromTab =
  /** The tab shows these messages from a position of the list on, and nothing after them. */
  | { type: 'shown'; from: number; messages: readonly ShownMessage[] }
  | { type: 'received'; name: string; payload: unknown }
  /** The tab is connected, and shows the room. */
  | { type: 'connected'; isConnected: boolean }
  | { type: 'acknowledged'; id: number; message: Message }
  /** The tab waits for a press now. */
  | { type: 'given up'; id: number; code: ErrorCode }
