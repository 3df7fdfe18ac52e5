/* oxlint-disable max-lines -- one subject, on one server that takes seconds to start */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import type { Acknowledged } from '@kundig/contract/live/live-events'
import type { Failure, Person, Tab } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()
let ann: Person
let bob: Person
let annTab: Tab
let bobTab: Tab

beforeAll(async () => {
  ;[ann, bob] = await Promise.all([app.profiled({ full_name: 'Ann' }), app.profiled({ full_name: 'Bob' })])
  ;[annTab, bobTab] = await Promise.all([app.live(ann), app.live(bob)])
})

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const newRoom = async (): Promise<string> => (await app.room(ann, bob)).id
const seqsIn = (tab: Tab, roomId: string): number[] =>
  tab.listEvents('message.created').flatMap((message) => (message.room_id === roomId ? [message.seq] : []))

function done(answer: Acknowledged<Message>): Message {
  if (!answer.ok) throw new Error(answer.code)
  return answer.result
}

async function stored(roomId: string) {
  const [room] = await app.sql<{ last_seq: number; status: string; closed_at: Date | null }>(
    'SELECT last_seq, status, closed_at FROM chat_rooms WHERE id = $1',
    [roomId],
  )
  const messages = await app.sql<{
    seq: number
    sender_id: string
    client_id: string
    content: string
    created_at: Date
  }>('SELECT seq, sender_id, client_id, content, created_at FROM chat_messages WHERE room_id = $1 ORDER BY seq', [
    roomId,
  ])
  const members = await app.sql<{ user_id: string; last_read_seq: number; unread_count: number }>(
    'SELECT user_id, last_read_seq, unread_count FROM room_members WHERE room_id = $1',
    [roomId],
  )
  const truth = members.map(({ user_id, last_read_seq }) => ({
    user_id,
    last_read_seq,
    unread_count: messages.filter(({ seq, sender_id }) => seq > last_read_seq && sender_id !== user_id).length,
  }))
  if (!room) throw new Error('There is no such room')
  return { room, messages, members, truth }
}

describe('a message sent again under the same client id', () => {
  // spec 7.43
  it('is stored once, even when sent five times concurrently over HTTP and the live connection', async () => {
    const roomId = await newRoom()
    for (const round of upTo(5)) {
      const clientId = randomUUID()
      const answers = await Promise.all([
        app.send(ann, roomId, 'Once', clientId).then(({ body }) => body),
        annTab.send(roomId, 'Once', clientId).then(done),
        app.send(ann, roomId, 'Once', clientId).then(({ body }) => body),
        annTab.send(roomId, 'Once', clientId).then(done),
        app.send(ann, roomId, 'Once', clientId).then(({ body }) => body),
      ])
      expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([`${roomId}.${round}`]))
    }
    const { room, messages, members, truth } = await stored(roomId)
    expect(room.last_seq).toBe(5)
    expect(messages).toHaveLength(5)
    expect(members).toEqual(truth)
  })

  it('returns the first message, whatever the new text is', async () => {
    const roomId = await newRoom()
    const clientId = randomUUID()
    const first = await app.send(ann, roomId, 'First', clientId)
    const again = await app.send(ann, roomId, 'Second', clientId)
    expect(again).toMatchObject({ status: 200, body: first.body })
  })

  it('returns the first message even after the room is closed', async () => {
    const roomId = await newRoom()
    const clientId = randomUUID()
    const first = await app.send(ann, roomId, 'Last words', clientId)
    await app.must(bob, 'POST', `/api/chat-rooms/${roomId}/close`)
    expect((await app.send(ann, roomId, 'Last words', clientId)).body).toEqual(first.body)
  })

  it('is stored as a separate message by the partner, or in another room', async () => {
    const [one, two] = [await newRoom(), await newRoom()]
    const clientId = randomUUID()
    const sent = [
      await app.send(ann, one, 'a', clientId),
      await app.send(bob, one, 'b', clientId),
      await app.send(ann, two, 'c', clientId),
    ]
    expect(sent.map(({ body }) => body.id)).toEqual([`${one}.1`, `${one}.2`, `${two}.1`])
  })
})

describe('a message sent from a tab', () => {
  // spec 7.44
  it('is acknowledged in that tab, and published in order to every other tab of both people', async () => {
    const roomId = await newRoom()
    const [annsOther, bobsOther] = await Promise.all([app.live(ann), app.live(bob)])
    for (const n of upTo(3)) done(await annTab.send(roomId, `Message ${n}`))
    await app.send(ann, roomId, 'Message 4')
    for (const tab of [annsOther, bobTab, bobsOther]) {
      await expect.poll(() => seqsIn(tab, roomId)).toEqual([1, 2, 3, 4])
    }
    await expect.poll(() => seqsIn(annTab, roomId)).toEqual([4])
  })
})

describe('200 concurrent messages by both people', () => {
  it('get positions 1 to 200 without gaps or duplicates, ascending times, and right unread counts', async () => {
    const roomId = await newRoom()
    const extraTabs = await Promise.all([app.live(ann), app.live(bob)])
    const answered = new Map<Tab, number[]>()
    const sendBy = async (tab: Tab, content: string) => {
      const message = done(await tab.send(roomId, content))
      answered.set(tab, [...(answered.get(tab) ?? []), message.seq])
      return message
    }
    const sent = await Promise.all(
      upTo(200).map(async (n) => {
        const content = `Message ${n}`
        // Each person sends by two tabs and HTTP, so that no connection looks like a flood.
        const ways = [
          () => sendBy(annTab, content),
          () => sendBy(bobTab, content),
          async () => (await app.send(ann, roomId, content)).body,
          async () => (await app.send(bob, roomId, content)).body,
          () => sendBy(extraTabs[0] ?? annTab, content),
        ]
        const message = await (ways[n % ways.length] ?? ways[0])?.()
        expect(message?.content).toBe(content)
        return message
      }),
    )
    expect(sent.map((message) => message?.seq ?? 0).toSorted((a, b) => a - b)).toEqual(upTo(200))
    const { room, messages, members, truth } = await stored(roomId)
    expect(room.last_seq).toBe(200)
    expect(messages.map(({ seq }) => seq)).toEqual(upTo(200))
    const instants = messages.map(({ created_at }) => created_at.getTime())
    expect(instants).toEqual(instants.toSorted((a, b) => a - b))
    expect(members).toEqual(truth)
    expect((await app.getRoom(ann, roomId)).unread_count).toBe(80)
    expect((await app.getRoom(bob, roomId)).unread_count).toBe(120)
    for (const tab of [annTab, bobTab, ...extraTabs]) {
      const received = () => [...seqsIn(tab, roomId), ...(answered.get(tab) ?? [])].toSorted((a, b) => a - b)
      await expect.poll(received).toEqual(upTo(200))
    }
  })
})

describe('closing a room', () => {
  // spec 4.17
  it.each(upTo(5))('stores each concurrent message before the close, or refuses it (round %i)', async (round) => {
    const roomId = await newRoom()
    // Each of eight senders sends until its third refusal.
    let taken = 0
    const senders = upTo(8).map(async (n) => {
      const answers: { status: number; seq: number; text: string }[] = []
      while (answers.length < 500 && answers.filter(({ status }) => status !== 200).length < 3) {
        const { status, body } = await app.send(n % 2 === 0 ? ann : bob, roomId, `Message of ${n}`)
        answers.push({ status, seq: body.seq, text: (body as unknown as Failure).message })
        if (status === 200) taken++
      }
      return answers
    })
    await expect.poll(() => taken, { interval: 1 }).toBeGreaterThan(8 + 5 * round)
    const close = await app.api<Room>(round % 2 === 0 ? ann : bob, 'POST', `/api/chat-rooms/${roomId}/close`)
    expect(close).toMatchObject({ status: 200, body: { status: 'closed' } })
    const lastAtClose = close.body.last_seq
    const answers = (await Promise.all(senders)).flat()
    const accepted = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 409)
    expect(accepted.length).toBeGreaterThan(8)
    expect(refused).toHaveLength(24)
    expect(accepted.length + refused.length).toBe(answers.length)
    expect(new Set(refused.map(({ text }) => text))).toEqual(new Set(['Cannot send messages in a closed chat']))
    expect(accepted.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(upTo(lastAtClose))
    const { room, messages, members, truth } = await stored(roomId)
    expect(room.last_seq).toBe(lastAtClose)
    expect(messages).toHaveLength(lastAtClose)
    expect(messages.filter(({ created_at }) => created_at.getTime() > (room.closed_at?.getTime() ?? 0))).toEqual([])
    expect(members).toEqual(truth)
  })

  // spec 4.15, 7.41
  it('changes the room once and publishes one event, even when both people close it concurrently', async () => {
    const roomId = await newRoom()
    const closes = await Promise.all(
      [ann, bob, ann, bob].map((person) => app.api<Room>(person, 'POST', `/api/chat-rooms/${roomId}/close`)),
    )
    expect(closes.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(closes.map(({ body }) => body.closed_at)).size).toBe(1)
    const again = await app.must<Room>(ann, 'POST', `/api/chat-rooms/${roomId}/close`)
    expect(again.closed_at).toBe(closes[0]?.body.closed_at)
    const announced = (tab: Tab): Room[] => tab.listEvents('room.updated').filter(({ id }) => id === roomId)
    await expect.poll(() => announced(bobTab)).toMatchObject([{ status: 'closed', partner: { id: ann.id } }])
    await expect.poll(() => announced(annTab)).toMatchObject([{ status: 'closed', partner: { id: bob.id } }])
  })

  // spec 4.17
  it('refuses later messages with 409, and keeps all earlier messages readable', async () => {
    const roomId = await newRoom()
    await app.send(ann, roomId, 'Before')
    await app.must(ann, 'POST', `/api/chat-rooms/${roomId}/close`)
    expect(await app.send(bob, roomId, 'After')).toMatchObject({
      status: 409,
      body: { code: 'ROOM_CLOSED', message: 'Cannot send messages in a closed chat' },
    })
    expect(await bobTab.send(roomId, 'After')).toEqual({ ok: false, code: 'ROOM_CLOSED' })
    expect((await app.page(bob, roomId)).items.map(({ content }) => content)).toEqual(['Before'])
    expect(await bobTab.read(roomId, 1)).toMatchObject({ ok: true, result: { unread_count: 0 } })
  })
})

describe('marking as read', () => {
  // spec 7.46
  it('keeps the unread count exact after any mix of concurrent sends and reads', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('send' as const), byAnn: fc.boolean(), overHttp: fc.boolean(), delay: fc.nat(8) }),
      fc.record({
        kind: fc.constant('read' as const),
        byAnn: fc.boolean(),
        overHttp: fc.boolean(),
        delay: fc.nat(8),
        upTo: fc.nat(30),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 30 }), async (steps) => {
        const roomId = await newRoom()
        await Promise.all(
          steps.map(async (one) => {
            await sleep(one.delay)
            const [person, tab] = one.byAnn ? [ann, annTab] : [bob, bobTab]
            if (one.kind === 'send') return one.overHttp ? app.send(person, roomId, 'x') : tab.send(roomId, 'x')
            return one.overHttp
              ? app.must(person, 'POST', `/api/chat-rooms/${roomId}/read`, { up_to_seq: one.upTo })
              : tab.read(roomId, one.upTo)
          }),
        )
        const { room, messages, members, truth } = await stored(roomId)
        expect(room.last_seq).toBe(steps.filter(({ kind }) => kind === 'send').length)
        expect(messages).toHaveLength(room.last_seq)
        expect(members).toEqual(truth)
        expect(members.filter(({ last_read_seq }) => last_read_seq > room.last_seq)).toEqual([])
        // Each published unread count must be right for the positions in its event, regardless of messages sent later.
        for (const mark of annTab.listEvents('room.read').filter(({ room_id }) => room_id === roomId)) {
          const { reader_id, up_to_seq, last_seq } = mark
          const isUnread = ({ seq, sender_id }: { seq: number; sender_id: string }): boolean =>
            seq > up_to_seq && seq <= last_seq && sender_id !== reader_id
          expect(mark.unread_count).toBe(messages.filter(isUnread).length)
        }
      }),
      // A connection may send 100 packets a second, so runs are few.
      { numRuns: 12 },
    )
  })

  it('counts each concurrently sent message as either read or unread, in sixty rounds', { tags: 'slow' }, async () => {
    const roomId = await newRoom()
    for (const round of upTo(60)) {
      const actions = [
        () => annTab.send(roomId, 'x'),
        () => bobTab.read(roomId, 1_000_000),
        () => app.send(ann, roomId, 'x'),
      ]
      const first = round % actions.length
      await Promise.all([...actions.slice(first), ...actions.slice(0, first)].map(async (act) => act()))
      const { members, truth } = await stored(roomId)
      expect(members).toEqual(truth)
      // The pause avoids the limit of 100 packets a second.
      await sleep(5)
    }
  })

  // spec 4.28, 7.46
  it('counts only the partner’s messages, and never moves a read mark back', async () => {
    const [reader, writer, other] = await Promise.all([app.profiled(), app.profiled(), app.profiled()])
    const [one, two] = [(await app.room(reader, writer)).id, (await app.room(other, reader)).id]
    for (const n of upTo(3)) await app.send(writer, one, `One ${n}`)
    await app.send(reader, one, 'Mine')
    for (const n of upTo(2)) await app.send(other, two, `Two ${n}`)
    const totals = async (): Promise<{ total: number; counts: Record<string, number> }> => {
      const { items, unread_total } = await app.must<{ items: Room[]; unread_total: number }>(
        reader,
        'GET',
        '/api/chat-rooms',
      )
      return {
        total: unread_total,
        counts: Object.fromEntries(items.map(({ id, unread_count }) => [id, unread_count])),
      }
    }
    const read = (seq: number) => app.must(reader, 'POST', `/api/chat-rooms/${one}/read`, { up_to_seq: seq })
    expect(await totals()).toEqual({ total: 5, counts: { [one]: 3, [two]: 2 } })
    expect(await read(2)).toEqual({ room_id: one, up_to_seq: 2, unread_count: 1, last_seq: 4 })
    expect(await read(1)).toEqual({ room_id: one, up_to_seq: 2, unread_count: 1, last_seq: 4 })
    expect(await totals()).toEqual({ total: 3, counts: { [one]: 1, [two]: 2 } })
    expect(await read(1_000_000)).toEqual({ room_id: one, up_to_seq: 4, unread_count: 0, last_seq: 4 })
    expect(await totals()).toEqual({ total: 2, counts: { [one]: 0, [two]: 2 } })
    await app.send(writer, one, 'After a reading beyond the end')
    expect(await totals()).toEqual({ total: 3, counts: { [one]: 1, [two]: 2 } })
  })

  it('has no effect on the person’s own messages', async () => {
    const roomId = await newRoom()
    await app.send(ann, roomId, 'Unread')
    await app.must(ann, 'POST', `/api/chat-rooms/${roomId}/read`, { up_to_seq: 1 })
    expect((await app.page(ann, roomId)).items[0]?.read).toBe(false)
    expect((await app.page(bob, roomId)).items[0]?.read).toBe(false)
    expect((await app.getRoom(bob, roomId)).unread_count).toBe(1)
  })

  it('publishes the read mark to both people, with the new unread count', async () => {
    const roomId = await newRoom()
    await app.send(ann, roomId, 'Read me')
    await app.send(ann, roomId, 'Me, too')
    await bobTab.read(roomId, 1)
    const seen = (tab: Tab) => tab.listEvents('room.read').filter(({ room_id }) => room_id === roomId)
    for (const tab of [annTab, bobTab]) {
      await expect
        .poll(() => seen(tab))
        .toEqual([{ room_id: roomId, reader_id: bob.id, up_to_seq: 1, unread_count: 1, last_seq: 2 }])
    }
    expect((await app.page(ann, roomId)).items[0]?.read).toBe(true)
    expect((await app.getRoom(ann, roomId)).partner_read_seq).toBe(1)
  })

  it.each([-1, 1.5, 2_147_483_648, '1', null])('refuses the position %j', async (place) => {
    const roomId = randomUUID()
    const answer = await app.api(ann, 'POST', `/api/chat-rooms/${roomId}/read`, { up_to_seq: place })
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(await annTab.read(roomId, place as number)).toEqual({ ok: false, code: 'INVALID_INPUT' })
  })
})

describe('pages of messages', () => {
  let roomId: string
  beforeAll(async () => {
    roomId = await newRoom()
    for (const n of upTo(45)) await app.send(n % 3 === 0 ? bob : ann, roomId, `Message ${n}`)
  })
  const seqs = async (query: string): Promise<number[]> =>
    (await app.page(ann, roomId, query)).items.map(({ seq }) => seq)
  const range = (from: number, to: number): number[] => upTo(to).slice(from - 1)

  // spec 7.45, 9.12
  it('return the newest messages first, then older pages without duplicates, each in order', async () => {
    expect(await app.page(ann, roomId)).toMatchObject({ has_older: true, last_seq: 45 })
    expect(await seqs('')).toEqual(range(26, 45))
    expect(await seqs('?before_seq=26')).toEqual(range(6, 25))
    expect(await seqs('?before_seq=6')).toEqual(range(1, 5))
    expect(await app.page(ann, roomId, '?before_seq=6')).toMatchObject({ has_older: false })
    expect(await app.page(ann, roomId, '?before_seq=1')).toMatchObject({ items: [], has_older: false, last_seq: 45 })
  })

  it('return the messages after a position to a resuming tab', async () => {
    expect(await seqs('?after_seq=40')).toEqual(range(41, 45))
    expect(await seqs('?after_seq=0&limit=100')).toEqual(range(1, 45))
    expect(await seqs('?after_seq=45')).toEqual([])
    expect(await seqs('?after_seq=2147483646')).toEqual([])
  })

  it.each(['before_seq=-1', 'after_seq=99999999999', 'before_seq=5&after_seq=1', 'limit=101', 'before_seq[]=1'])(
    'are refused for the query ?%s',
    async (query) => {
      const answer = await app.api(ann, 'GET', `/api/chat-rooms/${roomId}/messages?${query}`)
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    },
  )
})

describe('the text of a message', () => {
  let roomId: string
  beforeAll(async () => {
    roomId = await newRoom()
  })

  // spec 5.39
  it.each([
    ['two\r\nlines\tand a tab', 'two\nlines\tand a tab'],
    ['<b>bold</b> <i onclick="x()">words</i>', 'bold words'],
    ["Robert'); DROP TABLE chat_messages;--", "Robert'); DROP TABLE chat_messages;--"],
  ])('%j is stored as %j', async (content, expected) => {
    const byHttp = (await app.send(ann, roomId, content)).body
    const byTab = done(await annTab.send(roomId, content))
    expect([byHttp.content, byTab.content]).toEqual([expected, expected])
    const { messages } = await stored(roomId)
    expect(messages.slice(-2).map((message) => message.content)).toEqual([expected, expected])
  })

  it.each([
    ['NUL', 'a\u0000b', 'MESSAGE_INVALID'],
    ['blank', ' \n\t\u200B\u2060 ', 'MESSAGE_EMPTY'],
    ['an image that runs code', '<img src=x onerror=alert(1)>', 'ONLY_MARKUP'],
    ['2,001 emoji', '🦉'.repeat(2001), 'MESSAGE_TOO_LONG'],
  ] as const)('is refused if it is %s', async (_name, content, code) => {
    const before = (await stored(roomId)).room.last_seq
    expect(await app.send(ann, roomId, content)).toMatchObject({ status: 400, body: { code } })
    expect(await annTab.send(roomId, content)).toEqual({ ok: false, code })
    expect((await stored(roomId)).room.last_seq).toBe(before)
  })

  // spec 5.20
  it('may contain 2,000 emoji', async () => {
    const content = '🦉'.repeat(2000)
    expect((await app.send(ann, roomId, content)).body.content).toBe(content)
    expect(done(await annTab.send(roomId, content)).content).toBe(content)
  })

  it('is refused with unknown fields, so that clients cannot set the sender or the time', async () => {
    for (const extra of [{ sender_id: bob.id }, { created_at: '2020-01-01T00:00:00.000Z' }, { seq: 1 }]) {
      const answer = await app.api(ann, 'POST', `/api/chat-rooms/${roomId}/messages`, {
        client_id: randomUUID(),
        content: 'x',
        ...extra,
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    }
  })

  it('may be markup nested thousands of levels deep, without delaying the server', { tags: 'slow' }, async () => {
    const times: number[] = []
    for (const _ of upTo(3)) {
      const startedAt = performance.now()
      expect((await app.send(ann, roomId, '<b'.repeat(6600) + '>'.repeat(6600))).status).toBe(400)
      times.push(performance.now() - startedAt)
    }
    expect(Math.min(...times)).toBeLessThan(150)
  })
})

describe('the live connection', () => {
  it.each([null, 'x', 7, [], { room_id: 'x' }, { room_id: null, client_id: {}, content: [] }])(
    'refuses %j in place of a message',
    async (input) => {
      const answer: unknown = await annTab.socket.timeout(5000).emitWithAck('message.send', input as never)
      expect(answer).toEqual({ ok: false, code: 'INVALID_INPUT' })
    },
  )

  it.each([{ other: 1 }, { resume: { [randomUUID()]: 3 } }])(
    'survives %j from a tab in place of an object',
    async (auth) => {
      const tab = await app.live(bob, { auth })
      const roomId = await newRoom()
      await app.send(ann, roomId, 'Still there')
      await expect.poll(() => seqsIn(tab, roomId)).toEqual([1])
    },
  )

  it('refuses a tab whose handshake is not an object', async () => {
    await expect(app.live(bob, { auth: 'x' as never })).rejects.toThrow('transport close')
  })

  it('is cut for a tab that sends a flood, while other tabs stay connected', async () => {
    const roomId = await newRoom()
    const flooder = await app.live(bob)
    for (const n of upTo(500))
      flooder.socket.emit(
        'message.send',
        { room_id: roomId, client_id: randomUUID(), content: `Flood ${n}` },
        () => undefined,
      )
    await expect.poll(() => flooder.socket.connected).toBe(false)
    expect((await stored(roomId)).room.last_seq).toBeLessThanOrEqual(100)
    expect((await annTab.send(roomId, 'Still there')).ok).toBe(true)
  })

  it('is cut for a tab that sends a packet larger than any valid packet', async () => {
    const tab = await app.live(bob)
    tab.socket.emit(
      'message.send',
      { room_id: randomUUID(), client_id: randomUUID(), content: 'x'.repeat(70_000) },
      () => undefined,
    )
    await expect.poll(() => tab.socket.connected).toBe(false)
  })
})
