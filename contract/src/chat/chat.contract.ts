import { oc } from '@orpc/contract'
import { z } from 'zod'

import { errors } from '../errors/declared-errors.ts'
import { LIMITS } from '../limits.ts'
import { receiptOfMessage } from '../payments/books/receipt-of-message.ts'
import { PAYMENT_ENDINGS, PAYMENT_STATUSES } from '../payments/payment-life-cycle.ts'
import { refundOfMessage, refundRequestOfMessage } from '../payments/refunds/refunds-of-message.ts'
import { profile } from '../profiles/profiles.contract.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { cursor, id, instant, textField, wholeNumber } from '../schemas.ts'
import { checkMessage } from '../texts/message-rules.ts'
import { cleanText } from '../texts/sanitising.ts'
import { ROOM_STATUSES } from './room-life-cycle.ts'

/** A message's place in its room: 1, 2, 3 … without gaps, in the order in which the server accepted them. */
const seq = z.int().min(0).max(2_147_483_646)

/** How many rooms one page of the list has. */
export const ROOMS_PAGE_SIZE = 50

/** A file in a chat (spec 3). Its addresses answer to the room's participants only. */
export const chatFile = z.object({
  /** Cleaned: fit to be saved under on any system. */
  name: z.string(),
  /** MIME type of what is stored, told by its bytes. */
  type: z.string(),
  /** Of what is stored, in bytes. */
  size: z.int(),
  url: z.string(),
  /** SHA-256 of what is stored, in hexadecimal. */
  contentHash: z.string(),
  /** A small image of an image; null for everything else. */
  thumbnailUrl: z.string().nullable(),
  /** Of an image, in pixels, so that its place is kept before it has arrived; null for everything else. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type ChatFile = z.infer<typeof chatFile>

/** A chat message (spec 3). */
export const message = z.object({
  id: z.string(),
  room_id: id,
  seq,
  sender_id: id,
  /** The id that the sender's client chose, by which a retry is recognised. */
  client_id: id,
  content: z.string(),
  /** A moderator took out its text and its file; `content` says so in English. */
  removed: z.literal(true).optional(),
  file: chatFile.optional(),
  /** There, with the ten that follow, when the message asks for a payment. */
  type: z.literal('payment_request').optional(),
  payment_request_id: id.optional(),
  /** In cents. */
  amount: z.int().optional(),
  currency: z.string().optional(),
  status: z.enum(PAYMENT_STATUSES).optional(),
  description: z.string().optional(),
  /** What ended it, once it is rejected. */
  ended_by: z.enum(PAYMENT_ENDINGS).nullable().optional(),
  /** When it ends by itself, while it is pending; null otherwise. */
  expires_at: instant.nullable().optional(),
  /** Whether no saved card can pay it: a program of the seller's made it. */
  new_card_only: z.boolean().optional(),
  /** Null until it is paid and its receipt is made. */
  receipt: receiptOfMessage.nullable().optional(),
  /** What was given back of it, the oldest first. A refund that failed or was cancelled gave nothing back. */
  refunds: z.array(refundOfMessage).optional(),
  /** The part of a paid request that its seller can still refund (cents). */
  refundable: z.int().optional(),
  /** The buyer's latest question for money back; null where there was none. */
  refund_request: refundRequestOfMessage.nullable().optional(),
  /** Which change of its room was its latest; left out while it is as it was sent. */
  change_seq: seq.optional(),
  /** Whether its receiver has read it. */
  read: z.boolean(),
  created_at: instant,
  updated_at: instant,
})
export type Message = z.infer<typeof message>
/** A message that is another now than when it was sent. */
export type ChangedMessage = Message & { change_seq: number }

/** How much of a text a list of rooms shows (characters). */
export const LAST_MESSAGE_MAX = 160

/** What a list of rooms shows of a room's last message. */
const lastMessage = message
  .pick({
    seq: true,
    sender_id: true,
    /** At most `LAST_MESSAGE_MAX` characters of it, with an ellipsis where it is cut. */
    content: true,
    removed: true,
    type: true,
    amount: true,
    currency: true,
    status: true,
    ended_by: true,
    change_seq: true,
  })
  .extend({ file: chatFile.pick({ name: true, type: true }).optional() })
export type LastMessage = z.infer<typeof lastMessage>

/** A chat room (spec 3) as one participant sees it. */
export const room = z.object({
  id,
  participant_ids: z.array(id),
  requestMessage: z.string().nullable(),
  requester_id: id.nullable(),
  status: z.enum(ROOM_STATUSES),
  closed_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  /** The other participant. */
  partner: profile,
  last_seq: seq,
  /**
   * How many changes to older messages it has seen; each changed message has the number of its latest. A server of an
   * earlier release leaves it out.
   */
  change_seq: seq.optional(),
  /** How many of the partner's messages the viewer has not read. */
  unread_count: z.int(),
  /** Up to where the partner has read. */
  partner_read_seq: seq,
  /** Up to where the viewer has read; a server of an earlier release leaves it out. */
  read_seq: seq.optional(),
  /** Null while nothing was said; a server of an earlier release leaves it out. */
  last_message: lastMessage.nullable().optional(),
  /**
   * Whether the viewer asked for this room and has not opened it since it was accepted: reading it, even up to place 0,
   * opens it. A server of an earlier release leaves it out.
   */
  is_new: z.boolean().optional(),
})
export type Room = z.infer<typeof room>

/** What sending takes, over HTTP and over the live connection alike. */
export const sendInput = z.strictObject({
  room_id: id,
  client_id: id,
  content: textField(checkMessage, cleanText, { rawMax: RAW_LIMITS.message, tooLong: 'MESSAGE_TOO_LONG' }),
})

/** What read marking takes. */
export const readInput = z.strictObject({ room_id: id, up_to_seq: seq })

/**
 * How far a person has read a room. What is unread goes with the place up to which it was counted: whoever knows of
 * messages after that place adds those.
 */
export const readMark = z.object({
  room_id: id,
  /** Up to where they have read. */
  up_to_seq: seq,
  /** How many of the partner's messages follow that place, up to and with `last_seq`. */
  unread_count: z.int(),
  last_seq: seq,
})
export type ReadMark = z.infer<typeof readMark>

/** A page of a person's rooms. */
const roomsPage = z.object({
  /** The latest change first. */
  items: z.array(room),
  /** Over all of the person's rooms, on whichever page. */
  unread_total: z.int(),
  /** Null on the last page. */
  next_cursor: z.string().nullable(),
})
export type RoomsPage = z.infer<typeof roomsPage>

/** What telling that one is typing takes. */
export const typingInput = z.strictObject({ room_id: id })

/** What a client holds of a room: every message from its first one on, in the state that they had at a change. */
const heldRoom = z.strictObject({
  room_id: id,
  last_seq: seq,
  change_seq: seq,
  /** The client id of the message at `last_seq`, by which it is told whether the server has the same one there. */
  last_client_id: id.optional(),
})

/** What a client has missed of a room. */
const roomNews = z.object({
  room_id: id,
  /** The messages that follow `last_seq` as it was asked, in order: at most a page of them. */
  messages: z.array(message),
  /** The messages that were changed after `change_seq` as it was asked, in the order of their changes: at most a page. */
  changed: z.array(message),
  /** The server has another message at `last_seq` than the one that is held: forget what is held, and read it anew. */
  is_another: z.literal(true).optional(),
  /** There is more of either: ask again with what is held then. */
  has_more: z.boolean(),
  /** The room's last place. */
  last_seq: seq,
  /** What to ask with next: this answer tells of every change up to this one. */
  change_seq: seq,
})
export type RoomNews = z.infer<typeof roomNews>

/** When somebody was there, roughly: within five minutes, within a day; null where that is not known or not told. */
const activity = z.enum(['now', 'lately']).nullable()
export type Activity = z.infer<typeof activity>

/** What partners are told. Each works both ways: who does not tell it is not told it either. */
const chatPrivacy = z.object({
  /** Whether partners see when one is there. */
  shows_activity: z.boolean(),
  /** Whether partners see how far one has read. */
  shows_reads: z.boolean(),
})
export type ChatPrivacy = z.infer<typeof chatPrivacy>

const tags = ['Chat']

export const chatContract = {
  rooms: oc
    .route({
      method: 'GET',
      path: '/chat-rooms',
      tags,
      summary: 'A page of your rooms, latest change first, and your unread total over all of them',
    })
    // Left out altogether by tabs that are open since a release before there were pages.
    .input(z.strictObject({ cursor: cursor.optional() }).optional())
    .output(roomsPage)
    .errors(errors('NO_SESSION', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),

  resume: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/resume',
      tags,
      summary: 'What you missed, of the rooms whose messages you hold',
      description:
        'For a client that was away: for each room whose messages it holds, the last place up to which it has them all, and the last change that it knows of. Rooms come first that are asked about first; the list of rooms comes along. A room without news is left out.',
    })
    .input(z.strictObject({ rooms: z.array(heldRoom).max(LIMITS.resumedRoomsMax) }))
    .output(
      z.object({
        rooms: z.array(roomNews),
        /** The rooms among those asked about that are not, or no longer, the viewer's. */
        gone: z.array(id),
        list: roomsPage,
        /** How what else you are shown stands. While a stamp stays the same, nothing of it has changed. */
        stamps: z.object({
          /** Your connection requests. */
          requests: z.string(),
          /** Your account as a seller. */
          seller: z.string(),
          /** Your bell. */
          notifications: z.string().optional(),
        }),
      }),
    )
    .errors(errors('NO_SESSION', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),

  room: oc
    .route({ method: 'GET', path: '/chat-rooms/{id}', tags, summary: 'One of your rooms' })
    .input(z.strictObject({ id }))
    .output(room)
    .errors(errors('NO_SESSION', 'ROOM_NOT_FOUND', 'TOO_MANY_ATTEMPTS')),

  messages: oc
    .route({
      method: 'GET',
      path: '/chat-rooms/{room_id}/messages',
      tags,
      summary: 'A page of messages, in order',
      description:
        'Without a cursor the newest page; with `before_seq` the page before it; with `after_seq` the messages that follow.',
    })
    .input(
      z
        .strictObject({
          room_id: id,
          before_seq: wholeNumber.pipe(seq).optional(),
          after_seq: wholeNumber.pipe(seq).optional(),
          limit: wholeNumber.pipe(z.int().min(1).max(LIMITS.chatPageMax)).default(LIMITS.chatPageSize),
        })
        .refine((input) => input.before_seq === undefined || input.after_seq === undefined, { error: 'INVALID_INPUT' }),
    )
    // A server of an earlier release leaves `change_seq` out.
    .output(z.object({ items: z.array(message), has_older: z.boolean(), last_seq: seq, change_seq: seq.optional() }))
    .errors(errors('NO_SESSION', 'ROOM_NOT_FOUND', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),

  send: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/{room_id}/messages',
      tags,
      summary: 'Send a message',
      description: 'Repeating a call with the same `client_id` sends nothing again and answers with the first message.',
    })
    .input(sendInput)
    .output(message)
    .errors(
      errors(
        'NO_SESSION',
        'ROOM_NOT_FOUND',
        'ROOM_CLOSED',
        'MESSAGE_EMPTY',
        'ONLY_MARKUP',
        'MESSAGE_INVALID',
        'MESSAGE_TOO_LONG',
        'INVALID_INPUT',
        'TOO_MANY_ATTEMPTS',
      ),
    ),

  read: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/{room_id}/read',
      tags,
      summary: "Mark the partner's messages as read, up to a place in the room",
    })
    .input(readInput)
    .output(readMark)
    .errors(errors('NO_SESSION', 'ROOM_NOT_FOUND', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),

  active: oc
    .route({
      method: 'POST',
      path: '/presence',
      tags,
      summary: 'Say that you are there, and learn when the partner of an open room was',
      description: 'Once a minute is often enough. It is kept to the nearest few minutes.',
    })
    .input(z.strictObject({ room_id: id.optional() }))
    .output(z.object({ partner: activity }))
    .errors(errors('NO_SESSION', 'ROOM_NOT_FOUND', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),

  privacy: oc
    .route({ method: 'GET', path: '/chat-privacy', tags, summary: 'What your partners are told of you' })
    .output(chatPrivacy)
    .errors(errors('NO_SESSION', 'TOO_MANY_ATTEMPTS')),

  changePrivacy: oc
    .route({
      method: 'PATCH',
      path: '/chat-privacy',
      tags,
      summary: 'Change what your partners are told of you',
      description: 'It works both ways: what you do not tell, you are not told either. What is left out stays.',
    })
    .input(z.strictObject(chatPrivacy.partial().shape))
    .output(chatPrivacy)
    .errors(errors('NO_SESSION', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),

  close: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/{id}/close',
      tags,
      summary: 'Close a room for both; closing again changes nothing',
    })
    .input(z.strictObject({ id }))
    .output(room)
    .errors(errors('NO_SESSION', 'ROOM_NOT_FOUND')),
}
