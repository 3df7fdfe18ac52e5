import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

export interface TabOptions {
  /** The address that it was loaded from. */
  origin: string
  userId: string
  /** The Cookie header of this browser. */
  cookie: string
  /** The room that it shows. */
  roomId: string
}

/** A message as a tab shows it. */
export type ShownMessage = Pick<Message, 'room_id' | 'seq' | 'sender_id' | 'client_id' | 'content'>

/** Commands to a tab. */
export type ToTab = { type: 'send'; id: number; content: string } | { type: 'close' }

/** Reports from a tab. */
export type FromTab =
  /** It shows this from a place of the list on, and nothing after it. */
  | { type: 'shown'; from: number; messages: readonly ShownMessage[] }
  | { type: 'received'; name: string; payload: unknown }
  /** It has a connection, and shows the room. */
  | { type: 'connected'; isConnected: boolean }
  | { type: 'acknowledged'; id: number; message: Message }
  /** It waits for a press now. */
  | { type: 'given up'; id: number; code: ErrorCode }
