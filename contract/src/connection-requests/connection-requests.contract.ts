import { oc } from '@orpc/contract'
import { z } from 'zod'

import { emailField } from '../auth/auth-fields.ts'
import { QUESTION_HOURS } from '../auth/sign-in-code.ts'
import { room } from '../chat/chat.contract.ts'
import { declareErrors } from '../errors/declared-errors.ts'
import { LIMITS } from '../limits.ts'
import { fullNameField, NAME_ERRORS } from '../profiles/name-field.ts'
import { profile } from '../profiles/profiles.contract.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { cursor, id, instant, createTextField } from '../schemas.ts'
import { checkMessage } from '../texts/message-rules.ts'
import { cleanText } from '../texts/sanitising.ts'
import { REJECTION_REASONS, REQUEST_ENDS, REQUEST_STATUSES } from './request-life-cycle.ts'

/** Connection request (spec 3), with the profile of the reader's counterpart. */
export const connectionRequest = z.object({
  id,
  sender_id: id,
  receiver_id: id,
  message: z.string(),
  status: z.enum(REQUEST_STATUSES),
  /** True when the request ended without the receiver's answer; for tabs of a release without `ended_by`. */
  withdrawn: z.boolean(),
  /** Reason of a rejected status; null otherwise. Servers of the previous release omit it. */
  ended_by: z.enum(REQUEST_ENDS).nullable().optional(),
  rejection_reason: z.enum(REJECTION_REASONS).nullable().optional(),
  expires_at: instant.optional(),
  created_at: instant,
  updated_at: instant,
  counterpart: profile,
  room_id: id.nullable(),
})
export type ConnectionRequest = z.infer<typeof connectionRequest>

const requestAllowance = z.object({
  /** A moderator hid the sender's profile, which prevents new requests. */
  is_hidden: z.literal(true).optional(),
  left_today: z.int(),
  daily: z.int(),
  /** Time of the next possible request when today's limit is used up. */
  next_at: instant.nullable(),
  left_open: z.int(),
  open_max: z.int(),
  /** Earliest time of another request to this person, and the reason to wait; null when possible now. */
  again: z
    .object({ at: instant, because: z.enum(['REQUEST_AGAIN_AFTER_REJECTION', 'REQUEST_AGAIN_LATER']) })
    .nullable(),
})
export type RequestAllowance = z.infer<typeof requestAllowance>

/** Optional fields are missing in answers of an earlier release. */
const openContacts = z.object({
  items: z.array(connectionRequest.partial().required({ id: true, receiver_id: true })),
  open_chats: z.array(z.object({ room_id: id, partner_id: id })).optional(),
})
export type OpenContacts = z.infer<typeof openContacts>

const tags = ['Connection requests']
const decisionErrors = declareErrors(
  'NO_SESSION',
  'PROFILE_REQUIRED',
  'REQUEST_NOT_FOUND',
  'FORBIDDEN',
  'REQUEST_DECIDED',
  'REQUEST_WITHDRAWN',
  'REQUEST_EXPIRED',
)

const introduction = {
  receiver_id: id,
  message: createTextField(checkMessage, cleanText, { rawMax: RAW_LIMITS.message, tooLong: 'MESSAGE_TOO_LONG' }),
}
const introductionErrors = ['MESSAGE_EMPTY', 'ONLY_MARKUP', 'MESSAGE_INVALID', 'MESSAGE_TOO_LONG'] as const

/** Reasons to refuse a request whose text is valid. */
export const sendRefusal = z.enum([
  'PROFILE_REQUIRED',
  'PROFILE_HIDDEN',
  'PROFILE_NOT_FOUND',
  'PROFILE_NOT_PUBLIC',
  'REQUEST_TO_SELF',
  'REQUEST_PENDING',
  'NOT_TAKING_REQUESTS',
  'BLOCKED_BY_YOU',
  'REQUEST_AGAIN_AFTER_REJECTION',
  'REQUEST_AGAIN_LATER',
  'REQUESTS_OF_TODAY_USED',
  'REQUESTS_OPEN_TOO_MANY',
])

/** A visitor's confirmed question: sent to the expert, or refused and returned to the visitor. */
const sentQuestion = z.object({
  request: connectionRequest.nullable(),
  unsent: z.object({ receiver_id: id, message: z.string(), because: sendRefusal }).nullable(),
})
export type SentQuestion = z.infer<typeof sentQuestion>

export const connectionRequestsContract = {
  create: oc
    .route({
      method: 'POST',
      path: '/connection-requests',
      tags,
      summary: 'Send a connection request',
      successStatus: 201,
    })
    .input(z.strictObject(introduction))
    .output(connectionRequest)
    .errors(declareErrors('NO_SESSION', ...sendRefusal.options, ...introductionErrors, 'INVALID_INPUT')),

  ask: oc
    .route({
      method: 'POST',
      path: '/questions',
      tags,
      summary: 'Ask an expert a question without an account',
      description:
        'Emails a code. Response and duration are the same with and without an account. Submit the code with the ' +
        `question's id to \`POST /api/auth/sign-in/code\`, which creates an account if there is none, and then ` +
        `call \`POST /api/questions/{id}/send\`. A question that is not sent is deleted after ${QUESTION_HOURS} ` +
        'hours.',
      successStatus: 201,
    })
    .input(z.strictObject({ ...introduction, full_name: fullNameField, email: emailField }))
    .output(z.object({ id }))
    .errors(
      declareErrors(
        'PROFILE_NOT_FOUND',
        'PROFILE_NOT_PUBLIC',
        ...introductionErrors,
        ...NAME_ERRORS,
        'FIELD_REQUIRED',
        'EMAIL_INVALID',
        'TOO_MANY_ATTEMPTS',
        'INVALID_INPUT',
      ),
    ),

  sendQuestion: oc
    .route({
      method: 'POST',
      path: '/questions/{id}/send',
      tags,
      summary: 'Send a confirmed question',
      description:
        'Sends the question once, however often it is called. A question that cannot be sent is returned with the ' +
        'reason. A browser that kept the question during another sign-in passes it in `kept`, with an id of its ' +
        'own.',
    })
    .input(
      z.strictObject({
        id,
        kept: z.strictObject({ ...introduction, full_name: fullNameField.optional() }).optional(),
      }),
    )
    .output(sentQuestion)
    .errors(declareErrors('NO_SESSION', 'REQUEST_NOT_FOUND', ...introductionErrors, ...NAME_ERRORS, 'INVALID_INPUT')),

  pending: oc
    .route({
      method: 'GET',
      path: '/connection-requests/pending',
      tags,
      summary: 'Pending requests you received, newest first',
      description: `At most ${LIMITS.pendingRequestsMax}; \`total\` counts them all.`,
    })
    .output(z.object({ items: z.array(connectionRequest), total: z.int() }))
    .errors(declareErrors('NO_SESSION')),

  waiting: oc
    .route({
      method: 'GET',
      path: '/connection-requests/sent',
      tags,
      summary: 'Pending requests you sent, and your open chats, newest first',
      description: `At most ${LIMITS.waitingRequestsMax} requests and ${LIMITS.openChatsMax} chats.`,
    })
    .output(openContacts)
    .errors(declareErrors('NO_SESSION')),

  allowance: oc
    .route({
      method: 'GET',
      path: '/connection-requests/allowance',
      tags,
      summary: 'Your remaining requests, in all and to one person',
    })
    .input(z.strictObject({ receiver_id: id }))
    .output(requestAllowance)
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT')),

  history: oc
    .route({
      method: 'GET',
      path: '/connection-requests/history',
      tags,
      summary: 'Sent requests and answered ones, by latest change',
    })
    .input(z.strictObject({ cursor: cursor.optional() }))
    .output(z.object({ items: z.array(connectionRequest), next_cursor: z.string().nullable() }))
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT')),

  get: oc
    .route({ method: 'GET', path: '/connection-requests/{id}', tags, summary: 'A request you sent or received' })
    .input(z.strictObject({ id }))
    .output(connectionRequest)
    .errors(declareErrors('NO_SESSION', 'REQUEST_NOT_FOUND')),

  accept: oc
    .route({
      method: 'POST',
      path: '/connection-requests/{id}/accept',
      tags,
      summary: 'Accept a request and open the chat room',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ request: connectionRequest, room }))
    .errors(decisionErrors),

  reject: oc
    .route({ method: 'POST', path: '/connection-requests/{id}/reject', tags, summary: 'Reject a request' })
    .input(z.strictObject({ id, reason: z.enum(REJECTION_REASONS).optional() }))
    .output(connectionRequest)
    .errors({ ...decisionErrors, ...declareErrors('INVALID_INPUT') }),

  withdraw: oc
    .route({
      method: 'POST',
      path: '/connection-requests/{id}/withdraw',
      tags,
      summary: 'Withdraw a pending request you sent',
      description:
        'Its status becomes rejected, with `withdrawn` true. You can send this person another request after 7 days.',
    })
    .input(z.strictObject({ id }))
    .output(connectionRequest)
    .errors(decisionErrors),
}
