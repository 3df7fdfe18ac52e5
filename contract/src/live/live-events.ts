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

/**
 * Events from the server to each of a person's tabs. Published after the commit, each with a payload for its reader.
 */
export interface ServerToClientEvents {
  'request.created': (request: ConnectionRequest) => void
  'request.decided': (request: ConnectionRequest) => void
  'room.opened': (room: Room) => void
  'room.updated': (room: Room) => void
  /**
   * Sent to every tab of both people except the sending one (`message.send`), whose acknowledgement has the message.
   */
  'message.created': (message: Message) => void
  /**
   * A stored message changed, for example its payment was settled. `change_seq` numbers the room's changes: a tab that
   * lacks an earlier number has missed a change and calls `chat.resume`.
   */
  'message.updated': (message: ChangedMessage) => void
  /** The reader's seller state at Stripe changed. */
  'seller.updated': (account: SellerAccount) => void
  /** New entry of the bell, with the unread count. */
  'notification.created': (news: { notification: Notification; unread: number }) => void
  /** Entries of the bell were read in any tab; `ids` is null when all were. */
  'notifications.read': (read: { ids: readonly string[] | null; unread: number }) => void
  /** The reader blocked or unblocked a person in any tab. */
  'block.changed': (change: BlockChange) => void
  /** For operators: a case was reported, claimed, released or decided. The tab refetches its list. */
  'operations.changed': () => void
  /** A participant's read mark moved. The unread count is theirs. */
  'room.read': (read: ReadMark & { reader_id: string }) => void
  /** The partner is typing. Valid for `TYPING.shownMs`, or until their next message. */
  typing: (typing: { room_id: string; user_id: string }) => void
  /** Events of other servers may be lost: the tab calls `chat.resume`. */
  'events.missed': () => void
  /** The server shuts down and then closes the connection. Tabs reconnect after a random delay up to this time (ms). */
  'server.leaving': (hint: { back_within_ms: number }) => void
  /** The session ended; the server then closes the connection. */
  'session.ended': () => void
}

/** Events from a tab to the server. Those with an `acknowledge` are acknowledged. */
export interface ClientToServerEvents {
  /** Acknowledged immediately and without data, to prove that the connection works. */
  'connection.check': (acknowledge: () => void) => void
  'message.send': (input: z.input<typeof sendInput>, acknowledge: (answer: Acknowledged<Message>) => void) => void
  'room.read': (input: z.input<typeof readInput>, acknowledge: (answer: Acknowledged<ReadMark>) => void) => void
  /** Forwarded while the room is open; neither stored nor acknowledged. */
  typing: (input: z.input<typeof typingInput>) => void
}

/** Handshake data of a tab. */
export interface ConnectionAuth {
  /**
   * Account that the tab knows as logged in. The server refuses another account's session. Tabs of an earlier release
   * omit it.
   */
  userId?: string
}

/** Codes of a refused connection (Socket.IO `connect_error`). */
export const CONNECTION_REFUSED = {
  noSession: 'NO_SESSION',
  origin: 'FORBIDDEN',
  /** The person has the maximum of live connections; everything works over HTTP instead. */
  tooMany: 'TOO_MANY_CONNECTIONS',
  /** The person connected too often; everything works over HTTP instead. */
  tooOften: 'TOO_MANY_ATTEMPTS',
} as const satisfies Record<string, ErrorCode>
