import { randomUUID } from 'node:crypto'

import type { Room } from '@kundig/contract/chat/chat.contract'
import { readFrom } from '@kundig/testing/people/file-sending'
import type { Failure, Person, Resumed } from '@kundig/testing/people/test-client'

import { outcome, overSocket, reading } from '../answers.ts'
import { asking, type Operation } from './operation.ts'
import type { Scene } from './scene.ts'

/** Rooms, messages, files and live events: who may do what. */
export function roomOperations(scene: Scene): Operation[] {
  const { people, open, closed, image, oldFile, stage } = scene
  const { site } = stage
  const { call, upload } = asking(site)
  const { receiver, partner } = people
  const room = `/api/chat-rooms/${open.id}`
  const over = `/api/chat-rooms/${closed.id}`
  const nowhere = `/api/chat-rooms/${randomUUID()}`
  const message = () => ({ client_id: randomUUID(), content: 'Said into a room by somebody' })
  const both = (answer: string) => ({ receiver: answer, partner: answer })
  const live = { anonymous: 'refused NO_SESSION' }
  const fileAt = (path: string | null) => async (who: Person | null) => {
    const { status, content } = await readFrom(site.url, who, path)
    return outcome({ status, body: status < 300 ? null : (JSON.parse(content.toString()) as Failure) })
  }
  /** Whether a message between the two reaches a tab. */
  const listen = async (who: Person | null): Promise<string> => {
    const tab = await site.live(who).catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    if (typeof tab === 'string') return `refused ${tab}`
    const said = `Overheard ${randomUUID()}`
    await site.must(partner, 'POST', `${room}/messages`, { client_id: randomUUID(), content: said })
    // What the server sends to one tab comes in order: once this is answered, whatever was for it has come, too.
    await tab.read(randomUUID(), 0)
    await tab.read(open.id, 0)
    const heard = tab.received.some(({ payload }) => JSON.stringify(payload)?.includes(open.id))
    tab.socket.disconnect()
    return heard ? 'heard' : 'silence'
  }
  const closeFresh = async (who: Person | null): Promise<string> => {
    const fresh = await site.room(partner, receiver)
    const came = await call('POST', `/api/chat-rooms/${fresh.id}/close`)(who)
    const { status } = await site.getRoom(partner, fresh.id)
    return `${came}, ${status}`
  }
  /** What the partner has not read of what the receiver said, after somebody has marked it read. */
  const markRead = async (who: Person | null): Promise<string> => {
    await site.must(receiver, 'POST', `${room}/messages`, message())
    const came = await call('POST', `${room}/read`, () => ({ up_to_seq: 2_147_483_646 }))(who)
    const { unread_count: unread } = await site.getRoom(partner, open.id)
    await site.must(partner, 'POST', `${room}/read`, { up_to_seq: 2_147_483_646 })
    return `${came}, ${unread === 0 ? 'read' : 'unread'}`
  }

  const direct: Operation[] = [
    call('POST', '/api/chat-rooms', () => ({})),
    call('POST', '/api/chat-rooms', () => ({ participant_ids: [people.stranger.id, receiver.id] })),
    call('POST', '/rpc/chat/createRoom', () => ({ json: { participant_ids: [receiver.id] } })),
  ].map((act, index) => ({
    row: 'Create a room directly',
    what: `way ${index + 1}`,
    act,
    named: { anonymous: '404 NOT_FOUND' },
    everyoneElse: '404 NOT_FOUND',
  }))

  const hidden = '404 ROOM_NOT_FOUND'
  const reads: Operation[] = [
    { what: 'the room', act: call('GET', room) },
    { what: 'messages', act: call('GET', `${room}/messages`) },
    { what: 'messages of a closed room', act: call('GET', `${over}/messages`) },
    { what: 'messages by RPC', act: call('POST', '/rpc/chat/messages', () => ({ json: { room_id: open.id } })) },
    ...[image.url, image.thumbnailUrl, oldFile.url].map((path) => ({
      what: `file ${path?.split('/')[4]}`,
      act: fileAt(path),
      everyoneElse: '404 FILE_NOT_FOUND',
    })),
    {
      what: 'the room among all rooms',
      act: async (who: Person | null) =>
        reading(await site.api<{ items: Room[] }>(who, 'GET', '/api/chat-rooms'), ({ items }) =>
          items.some(({ id }) => id === open.id),
        ),
      named: both('shown'),
      everyoneElse: 'left out',
    },
    {
      what: 'what one missed of the room',
      act: async (who: Person | null) => {
        const rooms = [{ room_id: open.id, last_seq: 0, change_seq: 0 }]
        return reading(await site.api<Resumed>(who, 'POST', '/api/chat-rooms/resume', { rooms }), (resumed) =>
          resumed.rooms.some(({ messages }) => messages.length > 0),
        )
      },
      named: both('shown'),
      everyoneElse: 'left out',
    },
    { what: 'live events', act: listen, named: { ...live, ...both('heard') }, everyoneElse: 'silence' },
  ].map((one) => ({
    row: 'Read room, messages, files, live events',
    named: both('200'),
    everyoneElse: hidden,
    ...one,
  }))

  const sends: Operation[] = [
    { what: 'a message', act: call('POST', `${room}/messages`, message), named: both('200') },
    {
      what: 'a message by socket',
      act: (who: Person | null) => overSocket(site, who, (tab) => tab.send(open.id, 'Said by socket by somebody')),
      named: { ...live, ...both('done') },
      everyoneElse: 'ROOM_NOT_FOUND',
    },
    { what: 'a message, closed', act: call('POST', `${over}/messages`, message), named: both('409 ROOM_CLOSED') },
    {
      what: 'a message by socket, closed',
      act: (who: Person | null) => overSocket(site, who, (tab) => tab.send(closed.id, 'Said by socket by somebody')),
      named: { ...live, ...both('ROOM_CLOSED') },
      everyoneElse: 'ROOM_NOT_FOUND',
    },
    { what: 'a message, nowhere', act: call('POST', `${nowhere}/messages`, message) },
    { what: 'a file', act: upload(open.id), named: both('200') },
    { what: 'a file, closed', act: upload(closed.id), named: both('409 ROOM_CLOSED') },
    { what: 'a file, nowhere', act: upload(randomUUID()) },
  ].map((one) => ({ row: 'Send, upload', everyoneElse: hidden, ...one }))

  const marks: Operation[] = [
    {
      what: 'the receiver’s messages',
      act: markRead,
      named: { anonymous: '401 NO_SESSION, unread', receiver: '200, unread', partner: '200, read' },
      everyoneElse: '404 ROOM_NOT_FOUND, unread',
    },
    {
      what: 'by socket',
      act: (who: Person | null) => overSocket(site, who, (tab) => tab.read(open.id, 1)),
      named: { ...live, ...both('done') },
      everyoneElse: 'ROOM_NOT_FOUND',
    },
  ].map((one) => ({ row: 'Mark read', ...one }))

  const closes: Operation[] = [
    {
      what: 'an open room',
      act: closeFresh,
      named: { anonymous: '401 NO_SESSION, open', ...both('200, closed') },
      everyoneElse: '404 ROOM_NOT_FOUND, open',
    },
    { what: 'a closed room again', act: call('POST', `${over}/close`), named: both('200'), everyoneElse: hidden },
  ].map((one) => ({ row: 'Close', ...one }))

  return [...direct, ...reads, ...sends, ...marks, ...closes]
}
