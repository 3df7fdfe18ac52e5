import { randomUUID } from 'node:crypto'

import { io, type Socket } from 'socket.io-client'

import type { Session } from '@kundig/contract/auth/auth.contract'
import type { Message, ReadMark, Room, RoomChanges } from '@kundig/contract/chat/chat.contract'
import type { Reaction } from '@kundig/contract/chat/reactions'
import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { ErrorCode, ErrorData } from '@kundig/contract/errors'
import type { Acknowledged, ClientToServerEvents, ServerToClientEvents } from '@kundig/contract/live/live-events'
import type { Expertise } from '@kundig/contract/profiles/categories'
import type { Price } from '@kundig/contract/profiles/profile-details'
import type { OwnProfile } from '@kundig/contract/profiles/profiles.contract'

export const PASSWORD = 'Correct-Horse-7-Battery'

/** Timeout of an acknowledgement on the live connection (ms). */
const ACKNOWLEDGE_MS = 10_000

export interface Person {
  id: string
  email: string
  password: string
  cookies: Map<string, string>
}

/** Body of every refusal over HTTP. */
export interface Failure {
  defined: true
  code: ErrorCode
  status: number
  message: string
  data: ErrorData
}

export interface Answer<Body> {
  status: number
  body: Body
  headers: Headers
}

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>
type EventName = keyof ServerToClientEvents
type Payload<Name extends EventName> = Parameters<ServerToClientEvents[Name]>[0]

export interface Tab {
  socket: LiveSocket
  received: { name: string; payload: unknown }[]
  listEvents: <Name extends EventName>(name: Name) => Payload<Name>[]
  send: (roomId: string, content: string, clientId?: string) => Promise<Acknowledged<Message>>
  read: (roomId: string, upToSeq: number) => Promise<Acknowledged<ReadMark>>
}

export interface ProfileInput {
  full_name: string
  bio: string | null
  expertise: Expertise
  is_public: boolean
  headline?: string | null | undefined
  languages?: string[] | undefined
  town?: string | null | undefined
  online?: boolean | undefined
  price?: Price | null | undefined
}

export interface MessagePage {
  items: Message[]
  has_older: boolean
  last_seq: number
  change_seq: number
}

export interface ClientRoomState {
  room_id: string
  last_seq: number
  change_seq: number
  last_client_id?: string
}

export interface ResumeAnswer {
  rooms: RoomChanges[]
  stamps: { requests: string; seller: string; notifications?: string }
  gone: string[]
  list: { items: Room[]; unread_total: number }
}

export const A_PROFILE: ProfileInput = {
  full_name: 'Ada Ademola',
  bio: 'Knows things.',
  expertise: 'education',
  is_public: true,
}

export function toCookieHeader(person: Person): string {
  return Array.from(person.cookies, ([name, value]) => `${name}=${value}`).join('; ')
}

export function createClient(url: string) {
  const sockets = new Set<LiveSocket>()

  async function callApi<Body = Failure>(
    person: Person | null,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(person && person.cookies.size > 0 ? { cookie: toCookieHeader(person) } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (person) keepCookies(person, response.headers.getSetCookie())
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as Body }
  }

  /** Variant of `api` for the preparation of tests. @throws Error on a refusal */
  async function callApiOrThrow<Body>(
    person: Person | null,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Body> {
    const answer = await callApi<Body>(person, method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  const session = (person: Person | null): Promise<Session | null> =>
    callApiOrThrow<Session | null>(person, 'GET', '/api/session')

  async function signUp(email = `${randomUUID()}@example.com`, password = PASSWORD): Promise<Person> {
    const person: Person = { id: '', email, password, cookies: new Map() }
    await callApiOrThrow(person, 'POST', '/api/auth/sign-up/email', { email, password, name: '' })
    person.id = (await session(person))?.user.id ?? ''
    return person
  }

  /** Signs the same person in to another browser, with its own session. */
  async function signIn({ email, password, id }: Person): Promise<Person> {
    const person: Person = { id, email, password, cookies: new Map() }
    await callApiOrThrow(person, 'POST', '/api/auth/sign-in/email', { email, password })
    return person
  }

  const saveProfile = (person: Person, profile: Partial<ProfileInput> = {}): Promise<OwnProfile> =>
    callApiOrThrow<OwnProfile>(person, 'PUT', `/api/profiles/${person.id}`, { ...A_PROFILE, ...profile })

  /** A person with a profile, who signed up by the form. */
  async function signUpWithProfile(profile: Partial<ProfileInput> = {}): Promise<Person> {
    const person = await signUp()
    await saveProfile(person, profile)
    return person
  }

  const request = (
    sender: Person,
    receiver: Person,
    message = 'May I ask you something?',
  ): Promise<ConnectionRequest> =>
    callApiOrThrow<ConnectionRequest>(sender, 'POST', '/api/connection-requests', { receiver_id: receiver.id, message })

  const accept = (receiver: Person, id: string): Promise<{ request: ConnectionRequest; room: Room }> =>
    callApiOrThrow<{ request: ConnectionRequest; room: Room }>(
      receiver,
      'POST',
      `/api/connection-requests/${id}/accept`,
    )

  const reject = (receiver: Person, id: string): Promise<ConnectionRequest> =>
    callApiOrThrow<ConnectionRequest>(receiver, 'POST', `/api/connection-requests/${id}/reject`)

  async function createAcceptedRoom(requester: Person, other: Person, message?: string): Promise<Room> {
    return (await accept(other, (await request(requester, other, message)).id)).room
  }

  const getRoom = (person: Person, id: string): Promise<Room> =>
    callApiOrThrow<Room>(person, 'GET', `/api/chat-rooms/${id}`)

  const messagePath = (roomId: string, seq: number): string => `/api/chat-rooms/${roomId}/messages/${seq}`

  const editMessage = (person: Person, roomId: string, seq: number, content: string) =>
    callApi<Message & { code?: string }>(person, 'PATCH', messagePath(roomId, seq), { content })

  const deleteMessage = (person: Person, roomId: string, seq: number) =>
    callApi<Message & { code?: string }>(person, 'DELETE', messagePath(roomId, seq))

  const reactTo = (person: Person, roomId: string, seq: number, reaction: Reaction | null) =>
    callApi<Message & { code?: string }>(person, 'PUT', `${messagePath(roomId, seq)}/reaction`, { reaction })

  const send = (
    person: Person,
    roomId: string,
    content: string,
    clientId: string = randomUUID(),
  ): Promise<Answer<Message>> =>
    callApi<Message>(person, 'POST', `/api/chat-rooms/${roomId}/messages`, { client_id: clientId, content })

  const page = (person: Person, roomId: string, query = ''): Promise<MessagePage> =>
    callApiOrThrow<MessagePage>(person, 'GET', `/api/chat-rooms/${roomId}/messages${query}`)

  const resume = (person: Person, rooms: readonly ClientRoomState[]): Promise<ResumeAnswer> =>
    callApiOrThrow<ResumeAnswer>(person, 'POST', '/api/chat-rooms/resume', { rooms })

  async function fetchAllMessages(person: Person, roomId: string): Promise<Message[]> {
    const all: Message[] = []
    for (;;) {
      const { items, last_seq } = await page(person, roomId, `?after_seq=${all.at(-1)?.seq ?? 0}&limit=100`)
      all.push(...items)
      if (items.length === 0 || (all.at(-1)?.seq ?? 0) >= last_seq) return all
    }
  }

  /** Creates a live connection without connecting. @param options.transports `polling` if WebSockets are blocked */
  function createLiveSocket(
    person: Person | null,
    options: {
      auth?: object
      headers?: Record<string, string>
      reconnects?: boolean
      transports?: readonly ('websocket' | 'polling')[]
    } = {},
  ): LiveSocket {
    const socket: LiveSocket = io(url, {
      path: '/live',
      transports: [...(options.transports ?? ['websocket'])],
      // Sends the proxy's cookies back, so that the proxy chooses the same server again.
      withCredentials: true,
      forceNew: true,
      autoConnect: false,
      reconnection: options.reconnects ?? false,
      reconnectionDelay: 20,
      reconnectionDelayMax: 100,
      ...(options.auth ? { auth: options.auth as Record<string, unknown> } : {}),
      extraHeaders: { ...(person ? { cookie: toCookieHeader(person) } : {}), ...options.headers },
    })
    sockets.add(socket)
    return socket
  }

  /** Opens a live connection. @throws Error with the server's refusal */
  async function openLiveTab(
    person: Person | null,
    options: Omit<Parameters<typeof createLiveSocket>[1] & {}, 'reconnects'> = {},
  ): Promise<Tab> {
    const socket = createLiveSocket(person, options)
    const tab = createTab(socket)
    await new Promise<void>((resolve, refuse) => {
      socket.once('connect', resolve)
      socket.once('connect_error', refuse)
      // A refusal also closes the connection. The refusal's error arrives after the close.
      socket.io.once('close', (reason) => setTimeout(() => refuse(new Error(reason)), 20))
      socket.connect()
    })
    return tab
  }

  return {
    url,
    api: callApi,
    must: callApiOrThrow,
    signUp,
    signIn,
    session,
    saveProfile,
    signUpWithProfile,
    profiled: signUpWithProfile,
    request,
    accept,
    reject,
    room: createAcceptedRoom,
    getRoom,
    send,
    editMessage,
    deleteMessage,
    reactTo,
    page,
    resume,
    allMessages: fetchAllMessages,
    openSocket: createLiveSocket,
    live: openLiveTab,
    disconnect: (): void => {
      for (const socket of sockets) socket.disconnect()
      sockets.clear()
    },
  }
}

export type Client = ReturnType<typeof createClient>

export function createTab(socket: LiveSocket): Tab {
  const received: Tab['received'] = []
  socket.onAny((name: string, payload: unknown) => received.push({ name, payload }))
  return {
    socket,
    received,
    listEvents: <Name extends EventName>(name: Name) =>
      received.filter((event) => event.name === name).map(({ payload }) => payload as Payload<Name>),
    send: (roomId, content, clientId = randomUUID()) =>
      socket.timeout(ACKNOWLEDGE_MS).emitWithAck('message.send', { room_id: roomId, client_id: clientId, content }),
    read: (roomId, upToSeq) =>
      socket.timeout(ACKNOWLEDGE_MS).emitWithAck('room.read', { room_id: roomId, up_to_seq: upToSeq }),
  }
}

export function keepCookies(person: Person, setCookies: string[]): void {
  for (const line of setCookies) {
    const [pair = '', ...attributes] = line.split(';')
    const equals = pair.indexOf('=')
    const name = pair.slice(0, equals).trim()
    const value = pair.slice(equals + 1).trim()
    const gone = value === '' || attributes.some((attribute) => /^\s*max-age=0$/iu.test(attribute))
    if (gone) person.cookies.delete(name)
    else person.cookies.set(name, value)
  }
}
