import type { Message, RoomChanges } from '@kundig/contract/chat/chat.contract'

import { type ChatMessage, parseMessage } from './message.ts'

const SENDER = '00000000-0000-7000-8000-00000000000a'
const AT = '2026-11-21T10:00:00.000Z'

export function createPaymentRequest(roomId: string, seq: number): Message {
  return {
    id: `${roomId}.${seq}`,
    room_id: roomId,
    seq,
    sender_id: SENDER,
    client_id: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
    content: '',
    type: 'payment_request',
    payment_request_id: `00000000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    amount: 8500,
    currency: 'eur',
    status: 'pending',
    description: '',
    read: false,
    created_at: AT,
    updated_at: AT,
  }
}

interface Input {
  rooms?: Call['rooms']
  room_id?: string
  before_seq?: number
}

interface Call {
  name: string
  rooms: { room_id: string; last_seq: number; change_seq: number; last_client_id?: string }[]
}

/** Fakes a server that answers `resume` by the contract's rules, immediately or when the test allows it. */
export function createFakeRooms({ pageSize = 100 } = {}) {
  const rooms = new Map<string, { messages: Message[]; changeSeq: number }>()
  const calls: Call[] = []
  const waiting: (() => void)[] = []
  const state = {
    holdsAnswers: false,
    failures: 0,
    refusal: null as { status: number; code: string } | null,
    countsNoChanges: false,
  }

  function getOrCreateRoom(id: string): { messages: Message[]; changeSeq: number } {
    const found = rooms.get(id) ?? { messages: [], changeSeq: 0 }
    rooms.set(id, found)
    return found
  }

  function findRoomChanges({ room_id, last_seq, change_seq, last_client_id }: Call['rooms'][number]): RoomChanges[] {
    const found = rooms.get(room_id)
    if (!found) return []
    const there = found.messages[last_seq - 1]?.client_id
    const is_another = there !== undefined && last_client_id !== undefined && there !== last_client_id
    if (!is_another && found.messages.length === last_seq && found.changeSeq === change_seq) return []
    const missed = is_another ? [] : found.messages.slice(last_seq)
    const changed = (is_another ? [] : found.messages)
      .filter((message) => (message.change_seq ?? 0) > change_seq)
      .toSorted((one, other) => (one.change_seq ?? 0) - (other.change_seq ?? 0))
    const isCut = changed.length > pageSize
    return [
      {
        room_id,
        ...(is_another && { is_another }),
        messages: missed.slice(0, pageSize),
        changed: changed.slice(0, pageSize),
        has_more: missed.length > pageSize || isCut,
        last_seq: found.messages.length,
        change_seq: isCut ? (changed[pageSize - 1]?.change_seq ?? change_seq) : found.changeSeq,
      },
    ]
  }

  function answerProcedureCall(name: string, { rooms: asked = [], room_id = '', before_seq }: Input): unknown {
    const list = { items: [], unread_total: 0 }
    if (name === 'rooms') return list
    if (name === 'resume') {
      return {
        rooms: asked.flatMap(findRoomChanges),
        gone: asked.flatMap(({ room_id: id }) => (rooms.has(id) ? [] : [id])),
        list,
        stamps: {},
      }
    }
    const { messages, changeSeq } = getOrCreateRoom(room_id)
    const before = before_seq ?? messages.length + 1
    const items = messages.filter(({ seq }) => seq < before).slice(-pageSize)
    return {
      items,
      has_older: (items[0]?.seq ?? 1) > 1,
      last_seq: messages.length,
      ...(state.countsNoChanges ? {} : { change_seq: changeSeq }),
    }
  }

  async function fetch(request: Request, init?: RequestInit): Promise<Response> {
    const whole = new Request(request, init)
    const name = new URL(whole.url).pathname.split('/').at(-1) ?? ''
    const text = whole.method === 'GET' ? (new URL(whole.url).searchParams.get('data') ?? '{}') : await whole.text()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it comes from our own client
    const { json: input = {} } = JSON.parse(text === '' ? '{}' : text) as { json?: Input }
    calls.push({ name, rooms: structuredClone(input.rooms ?? []) })
    if (calls.length > 500) throw new Error('Asked without end')
    const { refusal } = state
    if (refusal) {
      state.refusal = null
      const body = { json: { defined: true, ...refusal, message: '', data: {} } }
      return Response.json(body, { status: refusal.status })
    }
    if (state.failures > 0) {
      state.failures--
      throw new TypeError('Failed to fetch')
    }
    const body = structuredClone(answerProcedureCall(name, input))
    if (state.holdsAnswers) await new Promise<void>((resolve) => void waiting.push(resolve))
    return Response.json({ json: body })
  }

  return {
    fetch,
    calls,
    state,
    resumed: (): number => calls.filter(({ name }) => name === 'resume').length,
    messagesIn: (id: string): readonly ChatMessage[] => getOrCreateRoom(id).messages.map(parseMessage),
    send: (id: string): Message => {
      const { messages } = getOrCreateRoom(id)
      const message = createPaymentRequest(id, messages.length + 1)
      messages.push(message)
      return message
    },
    change: (id: string, seq: number): Message => {
      const found = getOrCreateRoom(id)
      const before = found.messages[seq - 1]
      if (!before) throw new Error('There is no such message')
      found.changeSeq++
      const changed: Message = { ...before, status: 'completed', change_seq: found.changeSeq }
      found.messages[seq - 1] = changed
      return changed
    },
    fork: (id: string, count: number): void => {
      const { messages } = getOrCreateRoom(id)
      for (const message of messages.splice(-count, count))
        messages.push({ ...message, client_id: message.client_id.replace('-4000-', '-4fff-') })
    },
    take: (id: string): boolean => rooms.delete(id),
    letOneArrive: (): boolean => {
      const next = waiting.shift()
      next?.()
      return next !== undefined
    },
  }
}
