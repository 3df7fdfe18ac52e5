/* oxlint-disable max-lines -- who may do what is one table */
import { randomUUID } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Device } from '@kundig/contract/auth/auth.contract'
import type { Room } from '@kundig/contract/chat/chat.contract'
import type {
  ConnectionRequest,
  WaitingRequests,
} from '@kundig/contract/connection-requests/connection-requests.contract'
import type { OwnProfile, Profile } from '@kundig/contract/profiles/profiles.contract'
import { pdf, plain } from '@kundig/testing/files/made-files'
import {
  type Deal,
  openPaymentStage,
  type PaymentMessage,
  type PaymentStage,
} from '@kundig/testing/payments/payment-stage'
import { type FileMessage, readFrom, sendFile, sentFile } from '@kundig/testing/people/file-sending'
import {
  A_PROFILE,
  type Answer,
  cookieHeader,
  type Failure,
  type Person,
  type Resumed,
} from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

/**
 * Who asks. The receiver keeps a private profile and can be paid; the sender has a pending request with them, the
 * partner an open room. The stranger has a public profile and nothing to do with any of them, the newcomer no profile.
 */
const PEOPLE = ['anonymous', 'newcomer', 'stranger', 'sender', 'receiver', 'partner'] as const
type Who = (typeof PEOPLE)[number]

let app: TestApp
let people: Record<Exclude<Who, 'anonymous'> | 'bystander' | 'hermit', Person>
let pendingId: string
let openRoomId: string
let closedRoomId: string
let openRoomFile: FileMessage['file']
let closedRoomFile: FileMessage['file']
/** The receiver asked the partner for these, in the open room. */
let pendingPayment: PaymentMessage
let completedPayment: PaymentMessage
let stage: PaymentStage
let cardId: string

beforeAll(async () => {
  app = await createTestApp({ payments: 'simulator' })
  stage = await openPaymentStage(app, { databaseUrl: app.databaseUrl, sql: app.sql })
  const [newcomer, stranger, sender, receiver, partner, bystander, hermit] = await Promise.all([
    app.signUp(),
    app.profiled({ full_name: 'A Stranger' }),
    app.profiled({ full_name: 'The Sender' }),
    // Whoever signs up by the form gets a mail with a code.
    app.signUpWithProfile({ full_name: 'The Receiver' }),
    app.profiled({ full_name: 'The Partner' }),
    app.profiled({ full_name: 'A Bystander' }),
    app.profiled({ full_name: 'A Hermit', is_public: false }),
  ])
  people = { newcomer, stranger, sender, receiver, partner, bystander, hermit }
  const closed = await app.room(partner, receiver)
  closedRoomId = closed.id
  closedRoomFile = (await sentFile(app.url, partner, closedRoomId, { content: pdf() })).file
  await app.must(partner, 'POST', `/api/chat-rooms/${closedRoomId}/close`)
  openRoomId = (await app.room(partner, receiver)).id
  await app.send(partner, openRoomId, 'Hello')
  await app.send(receiver, openRoomId, 'Good day')
  const image = { content: await plain(9, 9, 'red').png().toBuffer(), name: 'a.png', type: 'image/png' }
  openRoomFile = (await sentFile(app.url, partner, openRoomId, image)).file
  await stage.makeSeller(receiver)
  const deal = { seller: receiver, buyer: partner, room: await app.getRoom(partner, openRoomId) }
  completedPayment = await stage.asked(deal)
  await stage.control('/webhooks/pause')
  await stage.pay(deal, completedPayment)
  await stage.claim(partner, completedPayment, 'completed')
  pendingPayment = await stage.asked(deal)
  const customer = await stage.customerOf(partner)
  cardId = (await stage.stripe.paymentMethods.attach('pm_card_visa', { customer })).id
  pendingId = (await app.request(sender, receiver)).id
  await app.saveProfile(receiver, { full_name: 'The Receiver', is_public: false })
})
afterAll(async () => {
  await stage.close()
  await app.close()
})

/** What an answer comes down to: its status, with the code of a refusal. */
function outcome({ status, body }: Answer<unknown>): string {
  if (status < 300) return String(status)
  // The RPC protocol wraps what it says.
  const { code } = (body as { json?: Failure }).json ?? (body as Failure)
  return `${status} ${code}`
}

/** The outcome of a reading, and whether it showed what the row is about. */
function reading<Body>(answer: Answer<Body>, shows: (body: Body) => boolean): string {
  if (answer.status >= 300) return outcome(answer)
  return shows(answer.body) ? 'shown' : 'left out'
}

async function freshRequest(): Promise<string> {
  const { sender, receiver } = people
  await app.api(receiver, 'POST', `/api/connection-requests/${pendingId}/reject`)
  pendingId = (await app.request(sender, receiver)).id
  return pendingId
}

async function overSocket(
  who: Person | null,
  act: (tab: Awaited<ReturnType<TestApp['live']>>) => Promise<{ ok: true } | { ok: false; code: string }>,
): Promise<string> {
  const tab = await app.live(who).catch((error: unknown) => String(error instanceof Error ? error.message : error))
  if (typeof tab === 'string') return `refused ${tab}`
  const answer = await act(tab)
  tab.socket.disconnect()
  return answer.ok ? 'done' : answer.code
}

interface Row {
  operation: string
  /** What is asked, and what came of it. */
  attempt: (who: Person | null) => Promise<string>
  /** What must come of it: the same for everyone not named. */
  expected: Partial<Record<Who, string>> & { everyoneElse: string }
}

const NO_SESSION = '401 NO_SESSION'
const call = (method: string, path: () => string, body?: () => unknown) => async (who: Person | null) =>
  outcome(await app.api(who, method, path(), body?.()))
const upload = (roomId: () => string) => async (who: Person | null) =>
  outcome(await sendFile(app.url, who, roomId(), { content: pdf() }))
const fileAt = (path: () => string | null) => async (who: Person | null) => {
  const { status, content } = await readFrom(app.url, who, path())
  return outcome({
    status,
    body: status < 300 ? null : (JSON.parse(content.toString()) as Failure),
    headers: new Headers(),
  })
}
const message = (): object => ({ client_id: randomUUID(), content: 'Hello' })
const ask = (roomId: () => string) =>
  call(
    'POST',
    () => `/api/chat-rooms/${roomId()}/payment-requests`,
    () => ({ client_id: randomUUID(), amount: '5' }),
  )
const moneyDeal = async (): Promise<Deal> => ({
  seller: people.receiver,
  buyer: people.partner,
  room: await app.getRoom(people.partner, openRoomId),
})
const claim = (of: () => PaymentMessage, status: string) => async (who: Person | null) =>
  outcome(await stage.claim(who, of(), status))

const GUARANTEES: Row[] = [
  {
    operation: 'join the waiting list',
    attempt: call(
      'POST',
      () => '/api/waiting-list',
      () => ({ full_name: 'Ada', email: `${randomUUID()}@example.com`, category: 'education', consent: true }),
    ),
    expected: { everyoneElse: '200' },
  },
  // spec 3.7
  {
    operation: 'read the waiting list',
    attempt: call('GET', () => '/api/waiting-list'),
    expected: { everyoneElse: '404 NOT_FOUND' },
  },
  {
    operation: 'find someone public in the public list',
    attempt: async (who) =>
      reading(await app.api<{ items: Profile[] }>(who, 'GET', '/api/profiles?limit=60'), ({ items }) =>
        items.some(({ id }) => id === people.bystander.id),
      ),
    expected: { everyoneElse: 'shown' },
  },
  {
    operation: 'find someone private in the public list',
    attempt: async (who) =>
      reading(await app.api<{ items: Profile[] }>(who, 'GET', '/api/profiles?limit=60'), ({ items }) =>
        items.some(({ id }) => id === people.receiver.id),
      ),
    expected: { everyoneElse: 'left out' },
  },
  {
    operation: 'find an email address in the public list',
    attempt: async (who) =>
      reading(await app.api(who, 'GET', '/api/profiles?limit=60'), (body) => JSON.stringify(body).includes('@')),
    expected: { everyoneElse: 'left out' },
  },
  {
    operation: 'read a public profile',
    attempt: call('GET', () => `/api/profiles/${people.bystander.id}`),
    expected: { everyoneElse: '200' },
  },
  // spec 2.77
  {
    operation: 'read a private profile',
    attempt: call('GET', () => `/api/profiles/${people.receiver.id}`),
    expected: {
      sender: '200',
      receiver: '200',
      partner: '200',
      everyoneElse: '403 PROFILE_NOT_PUBLIC',
    },
  },
  {
    operation: 'read a profile that is not there',
    attempt: call('GET', () => `/api/profiles/${randomUUID()}`),
    expected: { everyoneElse: '404 PROFILE_NOT_FOUND' },
  },
  {
    operation: 'read the email address in a public profile',
    attempt: async (who) =>
      reading(
        await app.api<OwnProfile>(who, 'GET', `/api/profiles/${people.stranger.id}`),
        ({ email }) => email !== undefined,
      ),
    expected: { stranger: 'shown', everyoneElse: 'left out' },
  },
  {
    operation: "read a counterpart's email address",
    attempt: async (who) =>
      reading(
        await app.api<OwnProfile>(who, 'GET', `/api/profiles/${people.receiver.id}`),
        ({ email }) => email !== undefined,
      ),
    expected: {
      sender: 'left out',
      receiver: 'shown',
      partner: 'left out',
      everyoneElse: '403 PROFILE_NOT_PUBLIC',
    },
  },
  {
    operation: "read the sender's email address in a request",
    attempt: async (who) =>
      reading(await app.api(who, 'GET', `/api/connection-requests/${pendingId}`), (body) =>
        JSON.stringify(body).includes('@'),
      ),
    expected: {
      anonymous: NO_SESSION,
      sender: 'left out',
      receiver: 'left out',
      everyoneElse: '404 REQUEST_NOT_FOUND',
    },
  },
  {
    operation: "read the partner's email address in a room",
    attempt: async (who) =>
      reading(await app.api(who, 'GET', `/api/chat-rooms/${openRoomId}`), (body) => JSON.stringify(body).includes('@')),
    expected: { anonymous: NO_SESSION, receiver: 'left out', partner: 'left out', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: "write the receiver's profile",
    attempt: call(
      'PUT',
      () => `/api/profiles/${people.receiver.id}`,
      () => ({ ...A_PROFILE, full_name: 'The Receiver', is_public: false }),
    ),
    expected: { anonymous: NO_SESSION, receiver: '200', everyoneElse: '403 FORBIDDEN' },
  },
  ...['email', 'stripe_account_id', 'profile_picture_url', 'created_at'].map((field) => ({
    operation: `write ${field} into the receiver's profile`,
    attempt: call(
      'PUT',
      () => `/api/profiles/${people.receiver.id}`,
      () => ({ ...A_PROFILE, is_public: false, [field]: 'x@example.com' }),
    ),
    expected: { everyoneElse: '400 INVALID_INPUT' },
  })),
  {
    operation: "write the receiver's picture",
    attempt: async (who) => {
      const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
        .png()
        .toBuffer()
      const answer = await fetch(`${app.url}/api/profiles/${people.receiver.id}/picture`, {
        method: 'PUT',
        headers: { 'content-type': 'image/png', ...(who ? { cookie: cookieHeader(who) } : {}) },
        body: new Uint8Array(picture),
      })
      return outcome({ status: answer.status, headers: answer.headers, body: await answer.json() })
    },
    expected: { anonymous: NO_SESSION, receiver: '200', everyoneElse: '403 FORBIDDEN' },
  },
  {
    operation: 'see the picture of someone private',
    attempt: async (who) => {
      const { profile_picture_url } = await app.must<Profile>(
        people.receiver,
        'GET',
        `/api/profiles/${people.receiver.id}`,
      )
      const answer = await fetch(`${app.url}${profile_picture_url}`, {
        headers: who ? { cookie: cookieHeader(who) } : {},
      })
      if (answer.status === 200) return `200 ${answer.headers.get('content-type')}`
      return outcome({ status: answer.status, headers: answer.headers, body: await answer.json() })
    },
    expected: {
      sender: '200 image/webp',
      receiver: '200 image/webp',
      partner: '200 image/webp',
      everyoneElse: '403 PROFILE_NOT_PUBLIC',
    },
  },
  {
    operation: "remove the receiver's picture",
    attempt: call('DELETE', () => `/api/profiles/${people.receiver.id}/picture`),
    expected: { anonymous: NO_SESSION, receiver: '200', everyoneElse: '403 FORBIDDEN' },
  },
  {
    operation: 'create a request to someone public',
    attempt: async (who) => {
      await app.sql('DELETE FROM connection_requests WHERE receiver_id = $1', [people.bystander.id])
      return call(
        'POST',
        () => '/api/connection-requests',
        () => ({ receiver_id: people.bystander.id, message: 'Hello' }),
      )(who)
    },
    expected: { anonymous: NO_SESSION, newcomer: '403 PROFILE_REQUIRED', everyoneElse: '201' },
  },
  {
    operation: 'create a request to oneself',
    attempt: (who) =>
      call(
        'POST',
        () => '/api/connection-requests',
        () => ({ receiver_id: who?.id ?? randomUUID(), message: 'Hello' }),
      )(who),
    expected: { anonymous: NO_SESSION, everyoneElse: '400 REQUEST_TO_SELF' },
  },
  {
    operation: 'create a request to someone private whom one does not know',
    attempt: call(
      'POST',
      () => '/api/connection-requests',
      () => ({ receiver_id: people.hermit.id, message: 'Hello' }),
    ),
    expected: { anonymous: NO_SESSION, newcomer: '403 PROFILE_REQUIRED', everyoneElse: '403 PROFILE_NOT_PUBLIC' },
  },
  {
    operation: 'create a request to someone who is not there',
    attempt: call(
      'POST',
      () => '/api/connection-requests',
      () => ({ receiver_id: randomUUID(), message: 'Hello' }),
    ),
    expected: { anonymous: NO_SESSION, newcomer: '403 PROFILE_REQUIRED', everyoneElse: '404 PROFILE_NOT_FOUND' },
  },
  {
    operation: 'read a request',
    attempt: call('GET', () => `/api/connection-requests/${pendingId}`),
    expected: { anonymous: NO_SESSION, sender: '200', receiver: '200', everyoneElse: '404 REQUEST_NOT_FOUND' },
  },
  // spec 4.12
  {
    operation: 'find a request among the pending ones',
    attempt: async (who) =>
      reading(
        await app.api<{ items: ConnectionRequest[] }>(who, 'GET', '/api/connection-requests/pending'),
        ({ items }) => items.some(({ id }) => id === pendingId),
      ),
    expected: { anonymous: NO_SESSION, receiver: 'shown', everyoneElse: 'left out' },
  },
  {
    operation: 'find a pending request among those that wait for an answer',
    attempt: async (who) =>
      reading(await app.api<WaitingRequests>(who, 'GET', '/api/connection-requests/waiting'), ({ items }) =>
        items.some(({ id }) => id === pendingId),
      ),
    expected: { anonymous: NO_SESSION, sender: 'shown', everyoneElse: 'left out' },
  },
  {
    operation: 'find a pending request in the history',
    attempt: async (who) =>
      reading(
        await app.api<{ items: ConnectionRequest[] }>(who, 'GET', '/api/connection-requests/history'),
        ({ items }) => items.some(({ id }) => id === pendingId),
      ),
    expected: { anonymous: NO_SESSION, sender: 'shown', everyoneElse: 'left out' },
  },
  {
    operation: 'accept a pending request',
    attempt: async (who) => {
      const id = await freshRequest()
      return call('POST', () => `/api/connection-requests/${id}/accept`)(who)
    },
    expected: {
      anonymous: NO_SESSION,
      sender: '403 FORBIDDEN',
      receiver: '200',
      everyoneElse: '404 REQUEST_NOT_FOUND',
    },
  },
  {
    operation: 'reject a pending request',
    attempt: async (who) => {
      const id = await freshRequest()
      return call('POST', () => `/api/connection-requests/${id}/reject`)(who)
    },
    expected: {
      anonymous: NO_SESSION,
      sender: '403 FORBIDDEN',
      receiver: '200',
      everyoneElse: '404 REQUEST_NOT_FOUND',
    },
  },
  ...(['accept', 'reject'] as const).flatMap((decision) =>
    (['accept', 'reject'] as const).map((before) => ({
      operation: `${decision} a request after an ${before}`,
      attempt: async (who: Person | null) => {
        const id = await freshRequest()
        await app.must(people.receiver, 'POST', `/api/connection-requests/${id}/${before}`)
        return call('POST', () => `/api/connection-requests/${id}/${decision}`)(who)
      },
      expected: {
        anonymous: NO_SESSION,
        sender: '403 FORBIDDEN',
        receiver: '409 REQUEST_DECIDED',
        everyoneElse: '404 REQUEST_NOT_FOUND',
      },
    })),
  ),
  {
    operation: 'accept a request that is not there',
    attempt: call('POST', () => `/api/connection-requests/${randomUUID()}/accept`),
    expected: { anonymous: NO_SESSION, everyoneElse: '404 REQUEST_NOT_FOUND' },
  },
  {
    operation: 'create a room directly',
    attempt: call(
      'POST',
      () => '/api/chat-rooms',
      () => ({}),
    ),
    expected: { everyoneElse: '404 NOT_FOUND' },
  },
  {
    operation: 'create a room directly, naming its participants',
    attempt: call(
      'POST',
      () => '/api/chat-rooms',
      () => ({ participant_ids: [people.stranger.id, people.receiver.id] }),
    ),
    expected: { everyoneElse: '404 NOT_FOUND' },
  },
  {
    operation: 'read a room',
    attempt: call('GET', () => `/api/chat-rooms/${openRoomId}`),
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: "find a room among one's rooms",
    attempt: async (who) =>
      reading(await app.api<{ items: Room[] }>(who, 'GET', '/api/chat-rooms'), ({ items }) =>
        items.some(({ id }) => id === openRoomId),
      ),
    expected: { anonymous: NO_SESSION, receiver: 'shown', partner: 'shown', everyoneElse: 'left out' },
  },
  {
    operation: 'read messages',
    attempt: call('GET', () => `/api/chat-rooms/${openRoomId}/messages`),
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'read messages of a closed room',
    attempt: call('GET', () => `/api/chat-rooms/${closedRoomId}/messages`),
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'ask what one missed of a room',
    attempt: async (who) => {
      const rooms = [{ room_id: openRoomId, last_seq: 0, change_seq: 0 }]
      const answer = await app.api<Resumed>(who, 'POST', '/api/chat-rooms/resume', { rooms })
      const text = JSON.stringify(answer.body)
      return reading(answer, (body) => body.rooms.length === 1 && body.gone.length === 0 && text.includes('Good day'))
    },
    expected: { anonymous: NO_SESSION, receiver: 'shown', partner: 'shown', everyoneElse: 'left out' },
  },
  {
    operation: "find anything of a room in what one missed, but that it is not one's own",
    attempt: async (who) => {
      const rooms = [{ room_id: openRoomId, last_seq: 0, change_seq: 0 }]
      const answer = await app.api<Resumed>(who, 'POST', '/api/chat-rooms/resume', { rooms })
      return reading(answer, (body) => body.rooms.length > 0 || body.gone[0] !== openRoomId)
    },
    expected: { anonymous: NO_SESSION, receiver: 'shown', partner: 'shown', everyoneElse: 'left out' },
  },
  {
    operation: 'read messages through the RPC door',
    attempt: call(
      'POST',
      () => '/rpc/chat/messages',
      () => ({ json: { room_id: openRoomId } }),
    ),
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'send a message',
    attempt: call('POST', () => `/api/chat-rooms/${openRoomId}/messages`, message),
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'send a message over the live connection',
    attempt: (who) => overSocket(who, (tab) => tab.send(openRoomId, 'Hello')),
    expected: { anonymous: 'refused NO_SESSION', receiver: 'done', partner: 'done', everyoneElse: 'ROOM_NOT_FOUND' },
  },
  {
    operation: 'send a message into a closed room',
    attempt: call('POST', () => `/api/chat-rooms/${closedRoomId}/messages`, message),
    expected: {
      anonymous: NO_SESSION,
      receiver: '409 ROOM_CLOSED',
      partner: '409 ROOM_CLOSED',
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
  },
  {
    operation: 'send a message into a closed room over the live connection',
    attempt: (who) => overSocket(who, (tab) => tab.send(closedRoomId, 'Hello')),
    expected: {
      anonymous: 'refused NO_SESSION',
      receiver: 'ROOM_CLOSED',
      partner: 'ROOM_CLOSED',
      everyoneElse: 'ROOM_NOT_FOUND',
    },
  },
  {
    operation: 'send a message into a room that is not there',
    attempt: call('POST', () => `/api/chat-rooms/${randomUUID()}/messages`, message),
    expected: { anonymous: NO_SESSION, everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'send a file',
    attempt: upload(() => openRoomId),
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'send a file into a closed room',
    attempt: upload(() => closedRoomId),
    expected: {
      anonymous: NO_SESSION,
      receiver: '409 ROOM_CLOSED',
      partner: '409 ROOM_CLOSED',
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
  },
  {
    operation: 'send a file into a room that is not there',
    attempt: upload(() => randomUUID()),
    expected: { anonymous: NO_SESSION, everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'read a file',
    attempt: fileAt(() => openRoomFile.url),
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 FILE_NOT_FOUND' },
  },
  {
    operation: 'read the thumbnail of an image',
    attempt: fileAt(() => openRoomFile.thumbnailUrl),
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 FILE_NOT_FOUND' },
  },
  {
    operation: 'read a file of a closed room',
    attempt: fileAt(() => closedRoomFile.url),
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 FILE_NOT_FOUND' },
  },
  {
    operation: 'read a file that is not there',
    attempt: fileAt(() => openRoomFile.url.replace('a.png', 'b.png')),
    expected: { anonymous: NO_SESSION, everyoneElse: '404 FILE_NOT_FOUND' },
  },
  {
    operation: 'mark messages read',
    attempt: call(
      'POST',
      () => `/api/chat-rooms/${openRoomId}/read`,
      () => ({ up_to_seq: 2 }),
    ),
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'mark messages read over the live connection',
    attempt: (who) => overSocket(who, (tab) => tab.read(openRoomId, 2)),
    expected: { anonymous: 'refused NO_SESSION', receiver: 'done', partner: 'done', everyoneElse: 'ROOM_NOT_FOUND' },
  },
  // spec 4.18
  {
    operation: 'close a room',
    attempt: async (who) => {
      const { id } = await app.room(people.partner, people.receiver)
      return call('POST', () => `/api/chat-rooms/${id}/close`)(who)
    },
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'close a closed room again',
    attempt: call('POST', () => `/api/chat-rooms/${closedRoomId}/close`),
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'ask for a payment',
    attempt: ask(() => openRoomId),
    expected: {
      anonymous: NO_SESSION,
      receiver: '200',
      partner: '403 SELLER_NOT_SET_UP',
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
  },
  {
    operation: 'ask for a payment in a closed room',
    attempt: ask(() => closedRoomId),
    expected: {
      anonymous: NO_SESSION,
      receiver: '409 ROOM_CLOSED',
      partner: '409 ROOM_CLOSED',
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
  },
  {
    operation: 'ask for a payment in a room that is not there',
    attempt: ask(() => randomUUID()),
    expected: { anonymous: NO_SESSION, everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'read a payment request',
    attempt: call('GET', () => `/api/payment-requests/${pendingPayment.payment_request_id}`),
    expected: { anonymous: NO_SESSION, receiver: '200', partner: '200', everyoneElse: '404 PAYMENT_REQUEST_NOT_FOUND' },
  },
  {
    operation: 'read a payment request that is not there',
    attempt: call('GET', () => `/api/payment-requests/${randomUUID()}`),
    expected: { anonymous: NO_SESSION, everyoneElse: '404 PAYMENT_REQUEST_NOT_FOUND' },
  },
  // spec 3.20
  {
    operation: 'get what is needed to pay a pending request',
    attempt: async (who) => outcome(await stage.secret(who, pendingPayment)),
    expected: {
      anonymous: NO_SESSION,
      receiver: '403 PAYMENT_BUYER_ONLY',
      partner: '200',
      everyoneElse: '404 PAYMENT_REQUEST_NOT_FOUND',
    },
  },
  {
    operation: 'get what is needed to pay a request that is paid',
    attempt: async (who) => outcome(await stage.secret(who, completedPayment)),
    expected: {
      anonymous: NO_SESSION,
      receiver: '403 PAYMENT_BUYER_ONLY',
      partner: '409 PAYMENT_DECIDED',
      everyoneElse: '404 PAYMENT_REQUEST_NOT_FOUND',
    },
  },
  {
    operation: 'get what is needed to pay a request that is not there',
    attempt: call('POST', () => `/api/payment-requests/${randomUUID()}/client-secret`),
    expected: { anonymous: NO_SESSION, everyoneElse: '404 PAYMENT_REQUEST_NOT_FOUND' },
  },
  {
    operation: 'find a client secret in messages and payment requests',
    attempt: async (who) => {
      const path = `/api/payment-requests/${pendingPayment.payment_request_id}`
      const request = await app.api(who, 'GET', path)
      const messages = await app.api(who, 'GET', `/api/chat-rooms/${openRoomId}/messages`)
      return reading(messages, (body) => /secret/iu.test(JSON.stringify([request.body, body])))
    },
    expected: { anonymous: NO_SESSION, receiver: 'left out', partner: 'left out', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  ...['completed', 'rejected'].map((status) => ({
    // spec 4.24
    operation: `say that a request is ${status} that was paid`,
    attempt: claim(() => completedPayment, status),
    expected: {
      anonymous: NO_SESSION,
      receiver: '403 PAYMENT_BUYER_ONLY',
      partner: '409 PAYMENT_DECIDED',
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
  })),
  {
    operation: 'say that a pending request is completed: it stays',
    attempt: async (who) => {
      const answer = await stage.claim(who, pendingPayment, 'completed')
      return answer.status === 200 ? answer.body.status : outcome(answer)
    },
    expected: {
      anonymous: NO_SESSION,
      receiver: '403 PAYMENT_BUYER_ONLY',
      partner: 'pending',
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
  },
  ...[
    { operation: 'decline a pending request', of: async () => stage.asked(await moneyDeal()), buyer: 'rejected' },
    { operation: 'decline a request that is paid', of: () => completedPayment, buyer: '409 PAYMENT_DECIDED' },
  ].map(({ operation, of, buyer }) => ({
    operation,
    attempt: async (who: Person | null) => {
      const answer = await stage.decline(who, await of())
      return answer.status === 200 ? answer.body.status : outcome(answer)
    },
    expected: {
      anonymous: NO_SESSION,
      receiver: '403 PAYMENT_BUYER_ONLY',
      partner: buyer,
      everyoneElse: '404 PAYMENT_REQUEST_NOT_FOUND',
    },
  })),
  {
    operation: 'decline a request that is not there',
    attempt: call('POST', () => `/api/payment-requests/${randomUUID()}/decline`),
    expected: { anonymous: NO_SESSION, everyoneElse: '404 PAYMENT_REQUEST_NOT_FOUND' },
  },
  // spec 4.25
  {
    operation: 'give up a pending request',
    attempt: async (who) => {
      const given = await stage.asked(await moneyDeal())
      return claim(() => given, 'rejected')(who)
    },
    expected: {
      anonymous: NO_SESSION,
      receiver: '403 PAYMENT_BUYER_ONLY',
      partner: '200',
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
  },
  {
    operation: "find the partner's card among one's cards",
    attempt: async (who) =>
      reading(await app.api<{ items: { id: string }[] }>(who, 'GET', '/api/payments/cards'), ({ items }) =>
        items.some(({ id }) => id === cardId),
      ),
    expected: { anonymous: NO_SESSION, partner: 'shown', everyoneElse: 'left out' },
  },
  {
    operation: "make the partner's card the one to pay with",
    attempt: call('PUT', () => `/api/payments/cards/${cardId}/default`),
    expected: { anonymous: NO_SESSION, partner: '200', everyoneElse: '404 CARD_NOT_FOUND' },
  },
  {
    operation: "find the receiver's account as one's own",
    attempt: async (who) => {
      const account = await stage.accountOf(people.receiver)
      return reading(await app.api(who, 'GET', '/api/payments/account'), (body) =>
        JSON.stringify(body).includes(account),
      )
    },
    expected: { anonymous: NO_SESSION, receiver: 'shown', everyoneElse: 'left out' },
  },
  {
    operation: 'begin to be a seller',
    attempt: call('POST', () => '/api/payments/account/onboarding'),
    expected: { anonymous: NO_SESSION, newcomer: '403 PROFILE_REQUIRED', everyoneElse: '200' },
  },
  {
    operation: "open a seller's dashboard of one's own",
    attempt: call('POST', () => '/api/payments/account/dashboard'),
    expected: { anonymous: NO_SESSION, receiver: '200', everyoneElse: '403 SELLER_NOT_SET_UP' },
  },
  ...['getDefaultPaymentMethod', 'createSetupIntent'].map((name) => ({
    operation: `call ${name} for the partner's customer`,
    attempt: async (who: Person | null) => {
      const customerId = await stage.customerOf(people.partner)
      const { status } = await app.api(who, 'POST', `/functions/${name}`, { customerId })
      return String(status)
    },
    expected: { anonymous: '401', partner: '200', everyoneElse: '403' },
  })),
  {
    operation: 'tell of a payment as Stripe would',
    attempt: async (who) =>
      outcome(await app.api(who, 'POST', '/stripe/webhook', { id: 'evt_1', type: 'payment_intent.succeeded' })),
    expected: { everyoneElse: '400 INVALID_INPUT' },
  },
  {
    operation: 'read a session: one gets',
    attempt: async (who) => {
      const session = await app.session(who)
      return session === null
        ? 'none'
        : session.user.id === who?.id && session.user.email === who.email
          ? 'their own'
          : 'another'
    },
    expected: { anonymous: 'none', everyoneElse: 'their own' },
  },
  {
    operation: "find the receiver's session among one's devices",
    attempt: async (who) => {
      const id = (await app.session(people.receiver))?.session_id
      return reading(await app.api<{ items: Device[] }>(who, 'GET', '/api/sessions'), ({ items }) =>
        items.some((device) => device.id === id),
      )
    },
    expected: { anonymous: NO_SESSION, receiver: 'shown', everyoneElse: 'left out' },
  },
  {
    operation: 'end a session of the receiver',
    attempt: async (who) => {
      const session = await app.session(await app.signIn(people.receiver))
      return call('DELETE', () => `/api/sessions/${session?.session_id}`)(who)
    },
    expected: { anonymous: NO_SESSION, receiver: '200', everyoneElse: '404 SESSION_NOT_FOUND' },
  },
  {
    operation: 'end a session that is not there',
    attempt: call('DELETE', () => `/api/sessions/${randomUUID()}`),
    expected: { anonymous: NO_SESSION, everyoneElse: '404 SESSION_NOT_FOUND' },
  },
  ...(['end-others', 'end-all'] as const).map((path) => ({
    operation: `end sessions by ${path}: a session of the receiver then`,
    attempt: async (who: Person | null) => {
      const there = await app.signIn(people.receiver)
      // Asked from a browser of its own, which it may log out of.
      const answer = outcome(await app.api(who && (await app.signIn(who)), 'POST', `/api/sessions/${path}`))
      const lives = (await app.session(there)) !== null
      if (who) who.cookies = (await app.signIn(who)).cookies
      return answer === '200' ? (lives ? 'lives' : 'is over') : answer
    },
    expected: { anonymous: NO_SESSION, receiver: 'is over', everyoneElse: 'lives' },
  })),
  {
    operation: 'change the password of whoever knows the current one',
    attempt: call(
      'POST',
      () => '/api/password',
      () => ({ current_password: people.receiver.password, new_password: people.receiver.password }),
    ),
    expected: { anonymous: NO_SESSION, everyoneElse: '200' },
  },
  {
    operation: 'ask for another email address of their own, who knows the current password',
    attempt: call(
      'POST',
      () => '/api/email-change',
      () => ({ email: `${randomUUID()}@example.com`, current_password: people.receiver.password }),
    ),
    expected: { anonymous: NO_SESSION, everyoneElse: '200' },
  },
  {
    operation: 'confirm the receiver’s address with the code that was mailed there, without the password',
    attempt: async (who) => {
      const [mail] = await app.mails(people.receiver.email)
      const code = /\?code=([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? ''
      return outcome(await app.api(who, 'POST', '/api/email-verification/confirm', { code }))
    },
    expected: { receiver: '200', everyoneElse: '403 PASSWORD_NEEDED' },
  },
]

const cells = GUARANTEES.flatMap(({ operation, attempt, expected }) =>
  PEOPLE.map((who) => ({ who, operation, attempt, outcome: expected[who] ?? expected.everyoneElse })),
)

describe('who may do what', () => {
  // spec 1.31, 5.53, 5.56, 5.57, 6.2, 6.4, 6.6, 6.9, 6.10, 6.11, 6.12, 6.13, 6.14, 6.15, 6.22, 6.23, 6.24, 7.39, 8.58
  // spec 8.59, 8.60, 8.61, 8.62, 8.63, 8.65
  it.each(cells)('$who may $operation: $outcome', async ({ who, attempt, outcome: expected }) => {
    expect(await attempt(who === 'anonymous' ? null : people[who])).toBe(expected)
  })
})

describe('what refusals give away', () => {
  // spec 8.45, 8.47
  it("answers about someone else's room exactly as about one that is not there", async () => {
    const foreign = await app.api(people.stranger, 'GET', `/api/chat-rooms/${openRoomId}`)
    const missing = await app.api(people.stranger, 'GET', `/api/chat-rooms/${randomUUID()}`)
    expect(foreign.body).toEqual(missing.body)
    expect(foreign.body.message).toBe('Chat room not found')
  })

  // spec 8.40
  it("answers about someone else's request exactly as about one that is not there", async () => {
    const foreign = await app.api(people.stranger, 'POST', `/api/connection-requests/${pendingId}/accept`)
    const missing = await app.api(people.stranger, 'POST', `/api/connection-requests/${randomUUID()}/accept`)
    expect(foreign.body).toEqual(missing.body)
    expect(foreign.body.message).toBe('Request not found')
  })

  // spec 6.16
  it('answers about a private profile alike to whoever may not see it, logged in or not', async () => {
    const path = `/api/profiles/${people.receiver.id}`
    const stranger = await app.api(people.stranger, 'GET', path)
    expect(stranger).toMatchObject({ status: 403, body: { message: 'Profile is not public' } })
    expect(stranger.body).toEqual((await app.api(null, 'GET', path)).body)
    const missing = await app.api(people.stranger, 'GET', `/api/profiles/${randomUUID()}`)
    expect(missing).toMatchObject({ status: 404, body: { message: 'Profile not found' } })
  })

  // spec 6.24
  it('leaves what a stranger tried to change as it was', async () => {
    const before = await app.getRoom(people.receiver, openRoomId)
    await app.send(people.stranger, openRoomId, 'Let me in')
    await app.api(people.stranger, 'POST', `/api/chat-rooms/${openRoomId}/close`)
    await app.api(people.stranger, 'POST', `/api/chat-rooms/${openRoomId}/read`, { up_to_seq: 100 })
    expect(await app.getRoom(people.receiver, openRoomId)).toEqual(before)
  })
})

describe('live events', () => {
  // spec 1.8, 6.12, 7.40
  it('reach the two people they are about, and nobody else', async () => {
    const [one, other, outsider, greeter] = await Promise.all([
      app.profiled(),
      app.profiled(),
      app.profiled(),
      app.profiled(),
    ])
    const [ones, others, outsiders] = await Promise.all([app.live(one), app.live(other), app.live(outsider)])
    const rejected = await app.request(one, other)
    await app.reject(other, rejected.id)
    const room = await app.room(one, other)
    await app.send(one, room.id, 'Between us')
    await others.send(room.id, 'Indeed')
    await others.read(room.id, 2)
    await app.must(one, 'POST', `/api/chat-rooms/${room.id}/close`)
    // Events to one person arrive in order: once this one is there, whatever came before it would be, too.
    const last = await app.request(greeter, outsider)
    await expect.poll(() => outsiders.received.length).toBeGreaterThan(0)
    expect(outsiders.received).toEqual([
      { name: 'request.created', payload: expect.objectContaining({ id: last.id }) as unknown },
    ])
    const names = [
      'request.created',
      'request.decided',
      'request.created',
      'room.opened',
      'request.decided',
      'message.created',
      'message.created',
      'room.read',
      'room.updated',
    ]
    await expect.poll(() => ones.received.map(({ name }) => name)).toEqual(names)
    await expect.poll(() => others.received.map(({ name }) => name)).toEqual(names)
  })

  it('never carry an email address', async () => {
    const [one, other] = await Promise.all([app.profiled(), app.profiled()])
    const tab = await app.live(other)
    const room = await app.room(one, other)
    await app.send(one, room.id, 'Hello')
    await app.must(one, 'POST', `/api/chat-rooms/${room.id}/close`)
    await expect.poll(() => tab.of('room.updated').length).toBe(1)
    expect(JSON.stringify(tab.received)).not.toContain('@')
  })
})
