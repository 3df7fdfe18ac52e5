import { randomUUID } from 'node:crypto'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { createPdf } from '../files/made-files.ts'
import { fetchContent, sendFile } from '../people/file-sending.ts'
import { toOutcome, trySocketAction, toVisibilityOutcome } from '../people/outcome.ts'
import type { Answer, Failure, Person, ResumeAnswer, Tab } from '../people/test-client.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { call, forEveryone, type Expected, type PermissionRow, toRows } from './permission-row.ts'

type FromFixture<Value> = (fixture: PermissionFixture) => Value

const open: FromFixture<string> = (fixture) => fixture.open.id
const closed: FromFixture<string> = (fixture) => fixture.closed.id
const nowhere = (): string => randomUUID()
const inRoom = (id: FromFixture<string>, rest: string) => (fixture: PermissionFixture) =>
  `/api/chat-rooms/${id(fixture)}${rest}`

const both = (answer: string, everyoneElse = '404 ROOM_NOT_FOUND'): Expected => ({
  receiver: answer,
  partner: answer,
  everyoneElse,
})
const live = (answer: string, everyoneElse: string): Expected => ({
  ...both(answer, everyoneElse),
  anonymous: 'refused NO_SESSION',
})

const message = (): object => ({ client_id: randomUUID(), content: 'Said into a room' })
const send = (id: FromFixture<string>) => call('POST', inRoom(id, '/messages'), message)
const onSocket =
  (act: (fixture: PermissionFixture, tab: Tab) => ReturnType<Tab['send'] | Tab['read']>) =>
  (fixture: PermissionFixture, who: Person | null) =>
    trySocketAction(fixture.site, who, (tab) => act(fixture, tab))
const upload = (id: FromFixture<string>) => async (fixture: PermissionFixture, who: Person | null) =>
  toOutcome(await sendFile(fixture.site.url, who, id(fixture), { content: createPdf() }))
const fileAt = (path: FromFixture<string | null>) => async (fixture: PermissionFixture, who: Person | null) => {
  const { status, content } = await fetchContent(fixture.site.url, who, path(fixture))
  return toOutcome({ status, body: status < 300 ? null : (JSON.parse(content.toString()) as Failure) })
}

const missed = ({ site, open: { id } }: PermissionFixture, who: Person | null): Promise<Answer<ResumeAnswer>> =>
  site.api<ResumeAnswer>(who, 'POST', '/api/chat-rooms/resume', {
    rooms: [{ room_id: id, last_seq: 0, change_seq: 0 }],
  })

/** Returns `heard` if a message reaches the caller's tab, otherwise `silence`. */
async function tryReceivingMessage(
  { site, people, open: { id } }: PermissionFixture,
  who: Person | null,
): Promise<string> {
  const tab = await site.live(who).catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
  if (typeof tab === 'string') return `refused ${tab}`
  await site.must(people.partner, 'POST', `/api/chat-rooms/${id}/messages`, message())
  // A tab's events arrive in order, so these answers arrive after all earlier events.
  await tab.read(randomUUID(), 0)
  await tab.read(id, 0)
  const heard = tab.received.some(({ payload }) => JSON.stringify(payload)?.includes(id))
  tab.socket.disconnect()
  return heard ? 'heard' : 'silence'
}

async function tryTyping({ site, people, open: { id } }: PermissionFixture, who: Person | null): Promise<string> {
  const watching = await Promise.all([site.live(people.receiver), site.live(people.partner)])
  const came = await trySocketAction(site, who, async (tab) => {
    tab.socket.emit('typing', { room_id: id })
    // These answers arrive after all events that the tab sent or received earlier.
    for (const one of [tab, ...watching]) {
      await one.read(id, 0)
      await one.read(id, 0)
    }
    return { ok: true, result: null }
  })
  const seen = watching.some((tab) => tab.listEvents('typing').length > 0)
  for (const { socket } of watching) socket.disconnect()
  return came === 'done' ? (seen ? 'seen' : 'unseen') : came
}

/** Tries to change a message that the partner has just sent. */
const change =
  (method: 'PATCH' | 'DELETE' | 'PUT', body?: object, rest = '') =>
  async (fixture: PermissionFixture, who: Person | null) => {
    const { site, people } = fixture
    const messages = inRoom(open, '/messages')(fixture)
    const { seq } = await site.must<{ seq: number }>(people.partner, 'POST', messages, message())
    return toOutcome(await site.api(who, method, `${messages}/${seq}${rest}`, body))
  }
const bySender: Expected = { partner: '200', receiver: '404 MESSAGE_NOT_FOUND', everyoneElse: '404 ROOM_NOT_FOUND' }

/** Returns the call's outcome, and `read` if the partner has no unread messages after the call, otherwise `unread`. */
async function markRead(fixture: PermissionFixture, who: Person | null): Promise<string> {
  const { site, people } = fixture
  const room = inRoom(open, '')(fixture)
  await site.must(people.receiver, 'POST', `${room}/messages`, message())
  const came = await call('POST', `${room}/read`, () => ({ up_to_seq: 2_147_483_646 }))(fixture, who)
  const { unread_count: unread } = await site.getRoom(people.partner, fixture.open.id)
  await site.must(people.partner, 'POST', `${room}/read`, { up_to_seq: 2_147_483_646 })
  return `${came}, ${unread === 0 ? 'read' : 'unread'}`
}

async function closeNewRoom(fixture: PermissionFixture, who: Person | null): Promise<string> {
  const { site, people } = fixture
  const { id } = await site.room(people.partner, people.receiver)
  const came = await call('POST', `/api/chat-rooms/${id}/close`)(fixture, who)
  return `${came}, ${(await site.getRoom(people.partner, id)).status}`
}

export const roomPermissions: readonly PermissionRow[] = [
  ...toRows(
    'Create a room directly',
    [
      { operation: 'create a room directly', attempt: call('POST', '/api/chat-rooms', () => ({})) },
      {
        operation: 'create a room directly, naming its participants',
        attempt: call('POST', '/api/chat-rooms', ({ people }) => ({
          participant_ids: [people.stranger.id, people.receiver.id],
        })),
      },
      {
        operation: 'create a room directly, through RPC',
        attempt: call('POST', '/rpc/chat/createRoom', ({ people }) => ({
          json: { participant_ids: [people.receiver.id] },
        })),
      },
    ].map((row) => ({ ...row, expected: forEveryone('404 NOT_FOUND') })),
  ),

  ...toRows('Read room, messages, files, live events', [
    {
      operation: 'read a room',
      calls: 'GET /chat-rooms/{id}',
      attempt: call('GET', inRoom(open, '')),
      expected: both('200'),
    },
    {
      operation: 'find a room among their rooms',
      calls: 'GET /chat-rooms',
      attempt: async (fixture, who) =>
        toVisibilityOutcome(await fixture.site.api<{ items: Room[] }>(who, 'GET', '/api/chat-rooms'), ({ items }) =>
          items.some(({ id }) => id === fixture.open.id),
        ),
      expected: both('shown', 'left out'),
    },
    {
      operation: 'read messages',
      calls: 'GET /chat-rooms/{room_id}/messages',
      attempt: call('GET', inRoom(open, '/messages')),
      expected: both('200'),
    },
    {
      operation: 'read messages of a closed room',
      calls: 'GET /chat-rooms/{room_id}/messages',
      attempt: call('GET', inRoom(closed, '/messages')),
      expected: both('200'),
    },
    {
      operation: 'search a room',
      calls: 'GET /messages',
      attempt: call('GET', (fixture) => `/api/messages?query=hello&room_id=${fixture.open.id}`),
      expected: both('200'),
    },
    {
      operation: 'read messages through RPC',
      attempt: call('POST', '/rpc/chat/messages', (fixture) => ({ json: { room_id: fixture.open.id } })),
      expected: both('200'),
    },
    {
      operation: 'resume a room',
      calls: 'POST /chat-rooms/resume',
      attempt: async (fixture, who) =>
        toVisibilityOutcome(
          await missed(fixture, who),
          ({ rooms, gone }) =>
            rooms.length === 1 && gone.length === 0 && JSON.stringify(rooms).includes('What the receiver says'),
        ),
      expected: both('shown', 'left out'),
    },
    {
      operation: 'find a foreign room in their resume answer',
      calls: 'POST /chat-rooms/resume',
      attempt: async (fixture, who) =>
        toVisibilityOutcome(
          await missed(fixture, who),
          ({ rooms, gone }) => rooms.length > 0 || gone[0] !== fixture.open.id,
        ),
      expected: both('shown', 'left out'),
    },
    {
      operation: 'read a file',
      attempt: fileAt(({ image }) => image.url),
      expected: both('200', '404 FILE_NOT_FOUND'),
    },
    {
      operation: 'read the thumbnail of an image',
      attempt: fileAt(({ image }) => image.thumbnailUrl),
      expected: both('200', '404 FILE_NOT_FOUND'),
    },
    {
      operation: 'read a file of a closed room',
      attempt: fileAt(({ oldFile }) => oldFile.url),
      expected: both('200', '404 FILE_NOT_FOUND'),
    },
    {
      operation: 'read an unknown file',
      attempt: fileAt(({ image }) => image.url.replace('a.png', 'b.png')),
      expected: { everyoneElse: '404 FILE_NOT_FOUND' },
    },
    {
      operation: 'receive a message on the live connection',
      attempt: tryReceivingMessage,
      expected: live('heard', 'silence'),
    },
  ]),

  ...toRows('Send, upload', [
    {
      operation: 'send a message',
      calls: 'POST /chat-rooms/{room_id}/messages',
      attempt: send(open),
      expected: both('200'),
    },
    {
      operation: 'send a message into a closed room',
      calls: 'POST /chat-rooms/{room_id}/messages',
      attempt: send(closed),
      expected: both('409 ROOM_CLOSED'),
    },
    {
      operation: 'send a message into an unknown room',
      calls: 'POST /chat-rooms/{room_id}/messages',
      attempt: send(nowhere),
      expected: { everyoneElse: '404 ROOM_NOT_FOUND' },
    },
    {
      operation: 'send a message over the live connection',
      calls: 'message.send',
      attempt: onSocket((fixture, tab) => tab.send(fixture.open.id, 'Said by socket')),
      expected: live('done', 'ROOM_NOT_FOUND'),
    },
    {
      operation: 'send a message into a closed room over the live connection',
      calls: 'message.send',
      attempt: onSocket((fixture, tab) => tab.send(fixture.closed.id, 'Said by socket')),
      expected: live('ROOM_CLOSED', 'ROOM_NOT_FOUND'),
    },
    {
      operation: 'send a file',
      calls: 'POST /chat-rooms/{room_id}/files',
      attempt: upload(open),
      expected: both('200'),
    },
    {
      operation: 'send a file into a closed room',
      calls: 'POST /chat-rooms/{room_id}/files',
      attempt: upload(closed),
      expected: both('409 ROOM_CLOSED'),
    },
    {
      operation: 'send a file into an unknown room',
      calls: 'POST /chat-rooms/{room_id}/files',
      attempt: upload(nowhere),
      expected: { everyoneElse: '404 ROOM_NOT_FOUND' },
    },
  ]),

  ...toRows(null, [
    {
      operation: 'show a typing indicator in a room: it is',
      calls: 'typing',
      attempt: tryTyping,
      expected: live('seen', 'unseen'),
    },
  ]),

  ...toRows(null, [
    {
      operation: 'read a partner’s presence',
      calls: 'POST /presence',
      attempt: call('POST', '/api/presence', ({ open: room }) => ({ room_id: room.id })),
      expected: both('200'),
    },
    {
      operation: 'read their chat privacy',
      calls: 'GET /chat-privacy',
      attempt: call('GET', '/api/chat-privacy'),
      expected: { everyoneElse: '200' },
    },
    {
      operation: 'change their chat privacy',
      calls: 'PATCH /chat-privacy',
      attempt: call('PATCH', '/api/chat-privacy', () => ({ shows_reads: true })),
      expected: { everyoneElse: '200' },
    },
  ]),

  ...toRows('Edit', [
    {
      operation: 'edit a message',
      calls: 'PATCH /chat-rooms/{room_id}/messages/{seq}',
      attempt: change('PATCH', { content: 'Said otherwise' }),
      expected: bySender,
    },
  ]),

  ...toRows('Delete', [
    {
      operation: 'delete a message',
      calls: 'DELETE /chat-rooms/{room_id}/messages/{seq}',
      attempt: change('DELETE'),
      expected: bySender,
    },
  ]),

  ...toRows('Reply, react, propose a time', [
    {
      operation: 'react to a message',
      calls: 'PUT /chat-rooms/{room_id}/messages/{seq}/reaction',
      attempt: change('PUT', { reaction: '👍' }, '/reaction'),
      expected: both('200'),
    },
    {
      operation: 'reply to a message',
      calls: 'POST /chat-rooms/{room_id}/messages',
      attempt: call('POST', inRoom(open, '/messages'), () => ({ ...message(), reply_to: 1 })),
      expected: both('200'),
    },
  ]),

  ...toRows('Mark read', [
    {
      operation: 'mark messages read',
      calls: 'POST /chat-rooms/{room_id}/read',
      attempt: call('POST', inRoom(open, '/read'), () => ({ up_to_seq: 2 })),
      expected: both('200'),
    },
    {
      operation: 'mark the receiver’s messages read for the partner',
      calls: 'POST /chat-rooms/{room_id}/read',
      attempt: markRead,
      expected: {
        anonymous: '401 NO_SESSION, unread',
        receiver: '200, unread',
        partner: '200, read',
        everyoneElse: '404 ROOM_NOT_FOUND, unread',
      },
    },
    {
      operation: 'mark messages read over the live connection',
      calls: 'room.read',
      attempt: onSocket((fixture, tab) => tab.read(fixture.open.id, 2)),
      expected: live('done', 'ROOM_NOT_FOUND'),
    },
  ]),

  ...toRows('Close', [
    // spec 4.18
    {
      operation: 'close a room',
      calls: 'POST /chat-rooms/{id}/close',
      attempt: closeNewRoom,
      expected: { ...both('200, closed', '404 ROOM_NOT_FOUND, open'), anonymous: '401 NO_SESSION, open' },
    },
    {
      operation: 'close a closed room',
      calls: 'POST /chat-rooms/{id}/close',
      attempt: call('POST', inRoom(closed, '/close')),
      expected: both('200'),
    },
  ]),
]
