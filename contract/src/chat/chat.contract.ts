import { oc } from '@orpc/contract'
import { z } from 'zod'

import { appointment } from '../appointments/appointment.ts'
import { declareErrors } from '../errors/declared-errors.ts'
import { LIMITS } from '../limits.ts'
import { PAYMENT_ENDINGS, PAYMENT_STATUSES } from '../payments/payment-life-cycle.ts'
import { receiptOfMessage } from '../payments/receipt-of-message.ts'
import { profile } from '../profiles/profiles.contract.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { refundEvent } from '../refunds/refund-event.ts'
import { refundOfMessage, refundRequestOfMessage } from '../refunds/refunds-of-message.ts'
import { cursor, id, instant, createTextField, wholeNumber } from '../schemas.ts'
import { checkMessage } from '../texts/message-rules.ts'
import { cleanText } from '../texts/sanitising.ts'
import { chatFile } from './chat-file.ts'
import { searchMessages } from './message-search.ts'
import { presenceProcedures } from './presence.contract.ts'
import { REACTIONS } from './reactions.ts'
import { ROOM_STATUSES } from './room-life-cycle.ts'

/** Position of a message in its room: 1, 2, 3 … without gaps, in the server's order of acceptance. */
const seq = z.int().min(0).max(2_147_483_646)

export const ROOMS_PAGE_SIZE = 50

const messageFields = z.object({
  id: z.string(),
  room_id: id,
  seq,
  sender_id: id,
  /** Id from the sender's client that identifies retries. */
  client_id: id,
  content: z.string(),
  /** A moderator removed the message's text and file; `content` says so in English. */
  removed: z.literal(true).optional(),
  edited: z.literal(true).optional(),
  /** The sender deleted the message for both people; `content` says so in English. */
  deleted: z.literal(true).optional(),
  file: chatFile.optional(),
  /** Payment requests have the fields from `type` to `refund_request`. */
  type: z.literal('payment_request').optional(),
  payment_request_id: id.optional(),
  /** In cents. */
  amount: z.int().optional(),
  currency: z.string().optional(),
  status: z.enum(PAYMENT_STATUSES).optional(),
  description: z.string().optional(),
  ended_by: z.enum(PAYMENT_ENDINGS).nullable().optional(),
  /** Deadline of a pending payment request; null otherwise. */
  expires_at: instant.nullable().optional(),
  /** True for payment requests that a seller's program made. Saved cards cannot pay them. */
  new_card_only: z.boolean().optional(),
  /** Null until the payment's receipt is issued. */
  receipt: receiptOfMessage.nullable().optional(),
  /** Refunds, oldest first. Failed and cancelled refunds returned no money. */
  refunds: z.array(refundOfMessage).optional(),
  /** Amount that the seller can still refund (cents). */
  refundable: z.int().optional(),
  refund_request: refundRequestOfMessage.nullable().optional(),
  /** Step of a refund, stored by the server. `reply_to` is the payment request; `content` is the step in English. */
  refund_event: refundEvent.optional(),
  /** Appointment proposed by the sender; `content` describes the appointment in English. */
  appointment: appointment.optional(),
  /** Number of the message's latest change, counted per room; omitted for unchanged messages. */
  change_seq: seq.optional(),
  read: z.boolean(),
  created_at: instant,
  updated_at: instant,
})

/** Preview of a message in the list of rooms or in a reply. */
export const messagePreview = messageFields
  .pick({
    seq: true,
    sender_id: true,
    /** At most `LIMITS.previewMax` characters, with an ellipsis if truncated. */
    content: true,
    removed: true,
    deleted: true,
    type: true,
    amount: true,
    currency: true,
    status: true,
    ended_by: true,
    refund_event: true,
    appointment: true,
    change_seq: true,
  })
  .extend({ file: chatFile.pick({ name: true, type: true }).optional() })
export type MessagePreview = z.infer<typeof messagePreview>

const reaction = z.enum(REACTIONS)

/** Chat message (spec 3). */
export const message = messageFields.extend({
  /** Current state of the earlier message that this message answers. */
  reply_to: messagePreview.optional(),
  reactions: z.array(z.object({ user_id: id, reaction })).optional(),
})
export type Message = z.infer<typeof message>
export type ChangedMessage = Message & { change_seq: number }

/** Chat room (spec 3) as one participant sees it. */
export const room = z.object({
  id,
  participant_ids: z.array(id),
  requestMessage: z.string().nullable(),
  requester_id: id.nullable(),
  status: z.enum(ROOM_STATUSES),
  closed_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  partner: profile,
  last_seq: seq,
  /** Number of changes to older messages. Servers of an earlier release omit it. */
  change_seq: seq.optional(),
  unread_count: z.int(),
  partner_read_seq: seq,
  /** The viewer's read mark; servers of an earlier release omit it. */
  read_seq: seq.optional(),
  /** Null in an empty room; servers of an earlier release omit it. */
  last_message: messagePreview.nullable().optional(),
  /** True when the viewer sent the request and has not opened the room since. Servers of an earlier release omit it. */
  is_new: z.boolean().optional(),
})
export type Room = z.infer<typeof room>

const content = createTextField(checkMessage, cleanText, { rawMax: RAW_LIMITS.message, tooLong: 'MESSAGE_TOO_LONG' })

/** Input for sending a message over HTTP or the live connection. */
export const sendInput = z.strictObject({
  room_id: id,
  client_id: id,
  content,
  /** Position of the message that the new message answers. */
  reply_to: seq.min(1).optional(),
})

const messagePosition = z.strictObject({ room_id: id, seq: wholeNumber.pipe(seq) })

export const readInput = z.strictObject({ room_id: id, up_to_seq: seq })

/** Read mark of a person. `unread_count` covers messages up to `last_seq`, so clients add the later messages. */
export const readMark = z.object({
  room_id: id,
  up_to_seq: seq,
  unread_count: z.int(),
  last_seq: seq,
})
export type ReadMark = z.infer<typeof readMark>

const roomsPage = z.object({
  items: z.array(room),
  unread_total: z.int(),
  next_cursor: z.string().nullable(),
})
export type RoomsPage = z.infer<typeof roomsPage>

export const typingInput = z.strictObject({ room_id: id })

/** State of a client's copy of a room: the last message and the last change that the copy includes. */
const clientRoomState = z.strictObject({
  room_id: id,
  last_seq: seq,
  change_seq: seq,
  /** Client id of the message at `last_seq`. A different id means that the server has another message there. */
  last_client_id: id.optional(),
})

const roomChanges = z.object({
  room_id: id,
  /** Messages after the requested `last_seq`, in order: at most a page. */
  messages: z.array(message),
  /** Messages changed after the requested `change_seq`, in the order of their changes: at most a page. */
  changed: z.array(message),
  /** The server has another message at `last_seq`: the client discards its copy and reads the room again. */
  is_another: z.literal(true).optional(),
  /** True when more messages or changes remain. The client then calls again with its new copy. */
  has_more: z.boolean(),
  last_seq: seq,
  /** `change_seq` for the next call. This answer includes every change up to that number. */
  change_seq: seq,
})
export type RoomChanges = z.infer<typeof roomChanges>

const tags = ['Chat']

export const chatContract = {
  rooms: oc
    .route({
      method: 'GET',
      path: '/chat-rooms',
      tags,
      summary: 'Your rooms by latest change, with the total of unread messages',
    })
    // Tabs of a release without paging omit this input.
    .input(z.strictObject({ cursor: cursor.optional() }).optional())
    .output(roomsPage)
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),

  resume: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/resume',
      tags,
      summary: 'Changes since your last connection',
      description:
        'For a client that was away: for each room whose messages it holds, the last place up to which it has them ' +
        'all, and the last change that it knows of. Rooms come first that are asked about first; the list of rooms ' +
        'comes along. A room without news is left out.',
    })
    .input(z.strictObject({ rooms: z.array(clientRoomState).max(LIMITS.resumedRoomsMax) }))
    .output(
      z.object({
        rooms: z.array(roomChanges),
        /** Requested rooms that the viewer cannot see, or can no longer see. */
        gone: z.array(id),
        list: roomsPage,
        /** Version stamps of the caller's data outside chats. Equal stamps mean that the data did not change. */
        stamps: z.object({
          requests: z.string(),
          seller: z.string(),
          notifications: z.string().optional(),
        }),
      }),
    )
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),

  room: oc
    .route({ method: 'GET', path: '/chat-rooms/{id}', tags, summary: 'A chat room' })
    .input(z.strictObject({ id }))
    .output(room)
    .errors(declareErrors('NO_SESSION', 'ROOM_NOT_FOUND', 'TOO_MANY_ATTEMPTS')),

  messages: oc
    .route({
      method: 'GET',
      path: '/chat-rooms/{room_id}/messages',
      tags,
      summary: 'Messages of a room, in order',
      description:
        'Without a cursor: the newest page. `before_seq` returns the page before it, `after_seq` the messages after it.',
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
    // Servers of an earlier release omit `change_seq`.
    .output(z.object({ items: z.array(message), has_older: z.boolean(), last_seq: seq, change_seq: seq.optional() }))
    .errors(declareErrors('NO_SESSION', 'ROOM_NOT_FOUND', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),

  searchMessages,

  send: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/{room_id}/messages',
      tags,
      summary: 'Send a message',
      description: 'Repeating a call with the same `client_id` returns the first message.',
    })
    .input(sendInput)
    .output(message)
    .errors(
      declareErrors(
        'NO_SESSION',
        'ROOM_NOT_FOUND',
        'ROOM_CLOSED',
        'MESSAGE_NOT_FOUND',
        'MESSAGE_EMPTY',
        'ONLY_MARKUP',
        'MESSAGE_INVALID',
        'MESSAGE_TOO_LONG',
        'INVALID_INPUT',
        'TOO_MANY_ATTEMPTS',
      ),
    ),

  editMessage: oc
    .route({
      method: 'PATCH',
      path: '/chat-rooms/{room_id}/messages/{seq}',
      tags,
      summary: 'Change the text of your message',
      description: 'For 24 hours after sending, while the chat is open. Repeating a call changes nothing.',
    })
    .input(messagePosition.extend({ content }))
    .output(message)
    .errors(
      declareErrors(
        'NO_SESSION',
        'ROOM_NOT_FOUND',
        'MESSAGE_NOT_FOUND',
        'MESSAGE_FIXED',
        'MESSAGE_GONE',
        'EDIT_ENDED',
        'MESSAGE_EMPTY',
        'ONLY_MARKUP',
        'MESSAGE_INVALID',
        'MESSAGE_TOO_LONG',
        'INVALID_INPUT',
        'TOO_MANY_ATTEMPTS',
      ),
    ),

  deleteMessage: oc
    .route({
      method: 'DELETE',
      path: '/chat-rooms/{room_id}/messages/{seq}',
      tags,
      summary: 'Delete your message for both',
      description: 'Its position stays, without text and file. Repeating a call changes nothing.',
    })
    .input(messagePosition)
    .output(message)
    .errors(
      declareErrors(
        'NO_SESSION',
        'ROOM_NOT_FOUND',
        'MESSAGE_NOT_FOUND',
        'MESSAGE_FIXED',
        'MESSAGE_GONE',
        'INVALID_INPUT',
        'TOO_MANY_ATTEMPTS',
      ),
    ),

  react: oc
    .route({
      method: 'PUT',
      path: '/chat-rooms/{room_id}/messages/{seq}/reaction',
      tags,
      summary: 'Set or remove your reaction to a message',
      description: 'While the chat is open. Repeating a call changes nothing.',
    })
    .input(messagePosition.extend({ reaction: reaction.nullable() }))
    .output(message)
    .errors(
      declareErrors(
        'NO_SESSION',
        'ROOM_NOT_FOUND',
        'MESSAGE_NOT_FOUND',
        'MESSAGE_GONE',
        'ROOM_CLOSED',
        'INVALID_INPUT',
        'TOO_MANY_ATTEMPTS',
      ),
    ),

  read: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/{room_id}/read',
      tags,
      summary: "Mark the partner's messages as read, up to a position",
    })
    .input(readInput)
    .output(readMark)
    .errors(declareErrors('NO_SESSION', 'ROOM_NOT_FOUND', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),

  ...presenceProcedures,

  close: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/{id}/close',
      tags,
      summary: 'Close a room for both; repeating changes nothing',
    })
    .input(z.strictObject({ id }))
    .output(room)
    .errors(declareErrors('NO_SESSION', 'ROOM_NOT_FOUND')),
}
