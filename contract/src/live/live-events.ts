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

/**
 * What an acknowledged event is answered with: the result, or the stable code of a refusal, with after how many seconds
 * it is worth trying again, where that is known.
 */
export type Acknowledged<Result> =
  | { ok: true; result: Result }
  | { ok: false; code: ErrorCode; retry_after_s?: number | undefined }

/** Events from the server to each of a person's tabs. Sent after the commit; each is built for its reader. */
export interface ServerToClientEvents {
  'request.created': (request: ConnectionRequest) => void
  'request.decided': (request: ConnectionRequest) => void
  'room.opened': (room: Room) => void
  'room.updated': (room: Room) => void
  /** Goes to every tab of both people but the one that sent the message (`message.send`): its answer is the message. */
  'message.created': (message: Message) => void
  /**
   * A message that is there already is another now: its payment was decided. `change_seq` is the room's number of this
   * change: whoever knows fewer than those before it has missed one, and asks (`chat.resume`).
   */
  'message.updated': (message: ChangedMessage) => void
  /** Stripe told something new about the reader as a seller. */
  'seller.updated': (account: SellerAccount) => void
  /** Something happened that the bell lists; with the number of unread entries. */
  'notification.created': (news: { notification: Notification; unread: number }) => void
  /** Entries of the bell were read, here or elsewhere; `ids` is null when all were. */
  'notifications.read': (read: { ids: readonly string[] | null; unread: number }) => void
  /** The reader has blocked somebody, or unblocked them, here or elsewhere. */
  'block.changed': (change: BlockChange) => void
  /** To operators: a report came, or a case was taken, given back or decided. Ask for what is shown. */
  'operations.changed': () => void
  /** A participant has read up to a place. What is unread is theirs. */
  'room.read': (read: ReadMark & { reader_id: string }) => void
  /** The partner is typing. It holds for `TYPING.shownMs`, or until their next message. */
  typing: (typing: { room_id: string; user_id: string }) => void
  /** Other servers' events may have been missed: ask for what follows what this tab holds (`chat.resume`). */
  'events.missed': () => void
  /** This server is going; it closes the connection next. Come back at a random moment within this time (ms). */
  'server.leaving': (hint: { back_within_ms: number }) => void
  /** The session behind this connection is over; the server closes the connection next. */
  'session.ended': () => void
}

/** Events from a tab to the server, acknowledged where they take an `acknowledge`. */
export interface ClientToServerEvents {
  /** Answered at once, with nothing: the connection stands. */
  'connection.check': (acknowledge: () => void) => void
  'message.send': (input: z.input<typeof sendInput>, acknowledge: (answer: Acknowledged<Message>) => void) => void
  'room.read': (input: z.input<typeof readInput>, acknowledge: (answer: Acknowledged<ReadMark>) => void) => void
  /** Passed on while the room is open, kept by nobody, and answered to nobody. */
  typing: (input: z.input<typeof typingInput>) => void
}

/** What a tab says of itself when it connects. */
export interface ConnectionAuth {
  /** Who is logged in as far as it knows: with another one's session it is refused. Tabs of an earlier release leave it out. */
  userId?: string
}

/** How the server words a refused connection (Socket.IO `connect_error`). */
export const CONNECTION_REFUSED = {
  noSession: 'NO_SESSION',
  origin: 'FORBIDDEN',
  /** The person has as many live connections as anybody may have; everything works over HTTP meanwhile. */
  tooMany: 'TOO_MANY_CONNECTIONS',
  /** The person connected too often just now; everything works over HTTP meanwhile. */
  tooOften: 'TOO_MANY_ATTEMPTS',
} as const satisfies Record<string, ErrorCode>
