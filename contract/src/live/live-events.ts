import type { z } from 'zod'

import type {
  ChangedMessage,
  Message,
  ReadMark,
  Room,
  readInput,
  sendInput,
  typingInput,
} from '../chat/chat.contract.ts'
import type { ConnectionRequest } from '../connection-requests/connection-requests.contract.ts'
import type { ErrorCode } from '../errors.ts'
import type { Notification } from '../notifications/notifications.contract.ts'
import type { SellerAccount } from '../payments/payments.contract.ts'
import type { BlockChange } from '../safety/safety.contract.ts'

/** Acknowledgement of an event: the result, or the error code of a refusal with the delay before a retry, if known. */
export type Acknowledged<Result> =
  | { ok: true; result: Result }
  | { ok: false; code: ErrorCode; retry_after_s?: number | undefined }

/** Events to all tabs of a person, published after the commit. Their payloads are made for that person. */
export interface ServerToClientEvents {
  'request.created': (request: ConnectionRequest) => void
  'request.decided': (request: ConnectionRequest) => void
  'room.opened': (room: Room) => void
  'room.updated': (room: Room) => void
  /** Sent to all tabs of both people except the sending tab, whose acknowledgement contains the message. */
  'message.created': (message: Message) => void
  /** A stored message changed. `change_seq` numbers changes: a tab that lacks an earlier number calls `chat.resume`. */
  'message.updated': (message: ChangedMessage) => void
  'seller.updated': (account: SellerAccount) => void
  'notification.created': (news: { notification: Notification; unread: number }) => void
  /** Entries of the bell were read in some tab; `ids` is null when all entries were read. */
  'notifications.read': (read: { ids: readonly string[] | null; unread: number }) => void
  'block.changed': (change: BlockChange) => void
  /** Sent to operators when a case was reported, claimed, released or decided. The tab then refetches its list. */
  'operations.changed': () => void
  /** A participant's read mark moved. `unread_count` is the count of that participant. */
  'room.read': (read: ReadMark & { reader_id: string }) => void
  /** The partner is typing. Valid for `TYPING.shownMs`, or until the partner's next message. */
  typing: (typing: { room_id: string; user_id: string }) => void
  /** Events of other servers may have been lost. The tab then calls `chat.resume`. */
  'events.missed': () => void
  /** The server shuts down and then closes the connection. Tabs reconnect after a random delay up to this time (ms). */
  'server.leaving': (hint: { back_within_ms: number }) => void
  /** The session ended; the server then closes the connection. */
  'session.ended': () => void
}

export interface ClientToServerEvents {
  /** Acknowledged immediately and without data, to prove that the connection works. */
  'connection.check': (acknowledge: () => void) => void
  'message.send': (input: z.input<typeof sendInput>, acknowledge: (answer: Acknowledged<Message>) => void) => void
  'room.read': (input: z.input<typeof readInput>, acknowledge: (answer: Acknowledged<ReadMark>) => void) => void
  /** Typing is forwarded while the room is open. It is neither stored nor acknowledged. */
  typing: (input: z.input<typeof typingInput>) => void
}

export interface ConnectionAuth {
  /** Account of the tab. A session of another account is refused. Tabs of an earlier release omit this field. */
  userId?: string
}

/** Codes of a refused connection (Socket.IO `connect_error`). */
export const CONNECTION_REFUSED = {
  noSession: 'NO_SESSION',
  origin: 'FORBIDDEN',
  /** The person has the maximum number of live connections. Everything works over HTTP instead. */
  tooMany: 'TOO_MANY_CONNECTIONS',
  /** The person connected too often. Everything works over HTTP instead. */
  tooOften: 'TOO_MANY_ATTEMPTS',
} as const satisfies Record<string, ErrorCode>
