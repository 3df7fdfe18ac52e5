import { setTimeout as sleep } from 'node:timers/promises'

import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'
import type { Acknowledged } from '@kundig/contract/live/live-events'

import type { OutboxUpdate, OutboxTabs } from './outbox-tabs.ts'
import { Outbox, type OutboxOptions } from './outbox.ts'
import type { Unsent } from './unsent.ts'

const ROOM = '00000000-0000-7000-8000-000000000001'

/** Fakes a server that stores each client id once. `fates` lists the outcomes of the calls. */
function createServer(fates: readonly ('answers' | 'loses the answer' | 'is away' | 'fails')[]) {
  const stored: Message[] = []
  let turn = 0
  async function deliver({ clientId, content }: Unsent): Promise<Acknowledged<Message>> {
    const fate = fates[turn++] ?? 'answers'
    await Promise.resolve()
    if (fate === 'is away') throw new Error('not connected')
    if (fate === 'fails') return { ok: false, code: 'UNEXPECTED' }
    let message = stored.find((one) => one.client_id === clientId)
    if (!message) {
      const at = new Date().toISOString()
      const seq = stored.length + 1
      message = {
        id: `${ROOM}.${seq}`,
        room_id: ROOM,
        seq,
        sender_id: ROOM,
        client_id: clientId,
        content,
        read: false,
        created_at: at,
        updated_at: at,
      }
      stored.push(message)
    }
    if (fate === 'loses the answer') throw new Error('timed out')
    return { ok: true, result: message }
  }
  return { stored, deliver }
}

/** State shared by a browser's tabs: stored messages, locks of rooms, and events. */
function createBrowser() {
  let kept: Unsent[] = []
  const listeners = new Map<number, (news: OutboxUpdate) => void>()
  let turn: Promise<unknown> = Promise.resolve()
  let opened = 0
  const store: OutboxOptions['store'] = {
    isAtRisk: false,
    all: () => Promise.resolve([...kept]),
    add: async (unsent) => void kept.push(unsent),
    setFailed: async ({ clientId }, failed) => {
      kept = kept.map((one) => (one.clientId === clientId ? { ...one, failed } : one))
    },
    remove: async (clientId) => {
      kept = kept.filter((one) => one.clientId !== clientId)
    },
  }
  function openTabs(): Pick<OutboxTabs, 'withLock' | 'publish' | 'listen'> {
    const self = opened++
    return {
      withLock: (_roomId, work) => {
        const mine = turn.then(() => work(() => true))
        turn = mine.catch(() => undefined)
        return mine
      },
      publish: (news) => {
        for (const [id, listener] of listeners) if (id !== self) queueMicrotask(() => listener(news))
      },
      listen: (listener) => void listeners.set(self, listener),
    }
  }
  return { store, openTabs, kept: () => kept }
}

let made = 0

function createOutbox(
  deliver: (unsent: Unsent) => Promise<Acknowledged<Message>>,
  onStored: (message: Message) => void = () => undefined,
  browser = createBrowser(),
  pause: OutboxOptions['pause'] = () => Promise.resolve(),
  ready = () => Promise.resolve(),
) {
  return new Outbox({
    store: browser.store,
    tabs: browser.openTabs(),
    ready,
    deliver,
    onStored,
    pause,
    newId: () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  })
}

function settled(outbox: Outbox): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (outbox.listUnsent(ROOM).every(({ failed }) => failed !== null)) resolve()
      else setTimeout(check, 0)
    }
    check()
  })
}

describe('the outbox', () => {
  it('delivers each message once and in order despite lost responses and server failures', async () => {
    const fate = fc.constantFrom('answers', 'loses the answer', 'is away' as const)
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { maxLength: 60 }), fc.integer({ min: 1, max: 15 }), async (fates, count) => {
        const server = createServer(fates)
        const shown: Message[] = []
        const outbox = createOutbox(server.deliver, (message) => shown.push(message))
        const texts = Array.from({ length: count }, (_, index) => `text ${index}`)
        await Promise.all(texts.map((text) => outbox.add(ROOM, text)))
        await settled(outbox)
        expect(server.stored.map(({ content }) => content)).toEqual(texts)
        expect(shown.map(({ content }) => content)).toEqual(texts)
      }),
      { numRuns: 60 },
    )
  })

  it.each<ErrorCode>(['ROOM_CLOSED', 'MESSAGE_INVALID'])(
    'keeps a message that the server refused (%s), and shows the reason',
    async (code) => {
      const outbox = createOutbox(() => Promise.resolve({ ok: false, code }))
      await outbox.add(ROOM, 'too late')
      await settled(outbox)
      expect(outbox.listUnsent(ROOM)).toMatchObject([{ content: 'too late', failed: code }])
    },
  )

  it('sends the messages that follow a refused message', async () => {
    const server = createServer([])
    const outbox = createOutbox((unsent) =>
      unsent.content === 'bad' ? Promise.resolve({ ok: false, code: 'MESSAGE_INVALID' }) : server.deliver(unsent),
    )
    for (const text of ['one', 'bad', 'two']) await outbox.add(ROOM, text)
    await settled(outbox)
    expect(server.stored.map(({ content }) => content)).toEqual(['one', 'two'])
    expect(outbox.listUnsent(ROOM)).toMatchObject([{ content: 'bad' }])
  })

  // spec 8.42
  it('marks a message as failed when the server keeps failing, and retries under the same client id', async () => {
    const server = createServer(Array.from({ length: 5 }, () => 'fails' as const))
    const outbox = createOutbox(server.deliver)
    await outbox.add(ROOM, 'stubborn')
    await settled(outbox)
    const [given] = outbox.listUnsent(ROOM)
    expect(given).toMatchObject({ failed: 'SEND_FAILED' })
    await outbox.retry(ROOM, given?.clientId ?? '')
    await settled(outbox)
    expect(server.stored).toMatchObject([{ content: 'stubborn', client_id: given?.clientId }])
    expect(outbox.listUnsent(ROOM)).toEqual([])
  })

  it('keeps retrying in order while the server’s database is unavailable', async () => {
    const server = createServer([])
    let tries = 0
    const outbox = createOutbox(async (unsent) =>
      ++tries <= 40 ? { ok: false, code: 'UNAVAILABLE' } : server.deliver(unsent),
    )
    const texts = ['one', 'two', 'three']
    for (const text of texts) await outbox.add(ROOM, text)
    await settled(outbox)
    expect(outbox.listUnsent(ROOM)).toEqual([])
    expect(server.stored.map(({ content }) => content)).toEqual(texts)
  })

  it('shows an unknown error code of a newer server as a failure, and sends the messages after it', async () => {
    const server = createServer([])
    const outbox = createOutbox(async (unsent) =>
      unsent.content === 'odd' ? { ok: false, code: 'FROM_TOMORROW' as ErrorCode } : server.deliver(unsent),
    )
    for (const text of ['odd', 'after it']) await outbox.add(ROOM, text)
    await settled(outbox)
    expect(outbox.listUnsent(ROOM)).toMatchObject([{ content: 'odd', failed: 'SEND_FAILED' }])
    expect(server.stored.map(({ content }) => content)).toEqual(['after it'])
  })

  it('sends a reply with the position of its original message', async () => {
    const replyTo = { seq: 3, sender_id: ROOM, content: 'A question' }
    const sent: Unsent[] = []
    const server = createServer([])
    const outbox = createOutbox((unsent) => {
      sent.push(unsent)
      return server.deliver(unsent)
    })
    await outbox.add(ROOM, 'an answer', replyTo)
    await outbox.add(ROOM, 'no answer')
    await settled(outbox)
    expect(sent).toMatchObject([{ content: 'an answer', replyTo }, { content: 'no answer' }])
    expect(sent[1]).not.toHaveProperty('replyTo')
  })

  it('drops a message that its author deletes', async () => {
    const outbox = createOutbox(() => Promise.resolve({ ok: false, code: 'ROOM_CLOSED' }))
    await outbox.add(ROOM, 'never mind')
    await settled(outbox)
    await outbox.drop(outbox.listUnsent(ROOM)[0]?.clientId ?? '')
    expect(outbox.listUnsent(ROOM)).toEqual([])
  })

  it('sends a closed tab’s messages once, although the response to the first was lost', async () => {
    const browser = createBrowser()
    const server = createServer(['loses the answer', 'is away', 'is away'])
    const lost = createOutbox(server.deliver, () => undefined, browser)
    for (const text of ['one', 'two', 'three']) await lost.add(ROOM, text)
    lost.close()
    const next = createOutbox(server.deliver, () => undefined, browser)
    await expect.poll(() => browser.kept()).toEqual([])
    await settled(next)
    expect(server.stored.map(({ content }) => content)).toEqual(['one', 'two', 'three'])
  })

  it('shows the same messages in two tabs, and sends each message once', async () => {
    const browser = createBrowser()
    const sent: string[] = []
    const server = createServer([])
    const deliver = (unsent: Unsent) => {
      sent.push(unsent.content)
      return server.deliver(unsent)
    }
    const shown: string[] = []
    const one = createOutbox(deliver, () => undefined, browser)
    const other = createOutbox(deliver, ({ content }) => shown.push(content), browser)
    await Promise.all([one.add(ROOM, 'a'), other.add(ROOM, 'b'), one.add(ROOM, 'c')])
    await expect
      .poll(() => [one.listUnsent(ROOM).length, other.listUnsent(ROOM).length, browser.kept().length])
      .toEqual([0, 0, 0])
    expect(sent).toEqual(['a', 'b', 'c'])
    await expect.poll(() => shown.toSorted()).toEqual(['a', 'b', 'c'])
  })

  it('sends a message that was stored while reading the store failed', async () => {
    const browser = createBrowser()
    const server = createServer([])
    const outbox = createOutbox(server.deliver, () => undefined, browser)
    const look = vi.spyOn(browser.store, 'all').mockRejectedValue(new Error('The disk sleeps'))
    await outbox.add(ROOM, 'one')
    expect(browser.kept()).toMatchObject([{ content: 'one' }])
    look.mockRestore()
    await outbox.add(ROOM, 'two')
    await expect.poll(() => browser.kept()).toEqual([])
    await settled(outbox)
    expect(server.stored.map(({ content }) => content)).toEqual(['one', 'two'])
  })

  it('sends nothing and does not throw when it is closed during the wait for a connection', async () => {
    const browser = createBrowser()
    const server = createServer([])
    const waiting = Promise.withResolvers<void>()
    const outbox = createOutbox(
      server.deliver,
      () => undefined,
      browser,
      undefined,
      () => waiting.promise,
    )
    await outbox.add(ROOM, 'later')
    outbox.close()
    waiting.reject(new Error('Closed'))
    await sleep(20)
    expect(server.stored).toEqual([])
    expect(browser.kept()).toHaveLength(1)
  })

  it('sends forty messages in order, and pauses as long as the server’s rate limit asks', async () => {
    const server = createServer([])
    let left = 30
    const waits: number[] = []
    const outbox = createOutbox(
      async (unsent) =>
        left-- > 0 ? server.deliver(unsent) : { ok: false, code: 'TOO_MANY_ATTEMPTS', retry_after_s: 2 },
      () => undefined,
      createBrowser(),
      async (_attempt, leastMs) => {
        waits.push(leastMs)
        left = 3
      },
    )
    const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`)
    await Promise.all(texts.map((text) => outbox.add(ROOM, text)))
    await settled(outbox)
    expect(server.stored.map(({ content }) => content)).toEqual(texts)
    expect(outbox.listUnsent(ROOM)).toEqual([])
    expect(waits).toEqual([2000, 2000, 2000, 2000])
  })

  it('keeps a message for the next log-in when the session ends during a send', async () => {
    const browser = createBrowser()
    const outbox = createOutbox(
      () => Promise.resolve({ ok: false, code: 'NO_SESSION' }),
      () => undefined,
      browser,
      () => sleep(1),
    )
    await outbox.add(ROOM, 'later')
    await sleep(20)
    expect(outbox.listUnsent(ROOM)).toMatchObject([{ content: 'later', failed: null }])
    outbox.close()
    expect(browser.kept()).toHaveLength(1)
  })

  it('sends new messages immediately, and day-old messages only after their author agrees', async () => {
    const browser = createBrowser()
    const server = createServer([])
    const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
    const waiting = { roomId: ROOM, failed: null }
    await browser.store.add({ ...waiting, clientId: 'old', content: 'Shall we meet today?', writtenAt: hoursAgo(25) })
    await browser.store.add({ ...waiting, clientId: 'new', content: 'Thank you', writtenAt: hoursAgo(23) })
    const outbox = createOutbox(server.deliver, undefined, browser)
    await expect.poll(() => server.stored.map(({ content }) => content)).toEqual(['Thank you'])
    expect(outbox.listUnsent(ROOM)).toMatchObject([{ clientId: 'old', failed: 'MESSAGE_OLD' }])
    await outbox.retry(ROOM, 'old')
    await expect.poll(() => server.stored.map(({ client_id }) => client_id)).toEqual(['new', 'old'])
  })
  it('reports whether all messages of a room up to a given time have been sent', async () => {
    const browser = createBrowser()
    const connection = Promise.withResolvers<void>()
    const waiting = { roomId: ROOM, failed: null, content: 'Hello' }
    const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()
    const [earlier, now, later] = [at(-1), at(0), at(1)]
    await browser.store.add({ ...waiting, clientId: 'earlier', writtenAt: earlier })
    await browser.store.add({ ...waiting, clientId: 'later', writtenAt: later })
    const outbox = createOutbox(createServer([]).deliver, undefined, browser, undefined, () => connection.promise)
    // The outbox has not read its store yet.
    expect(outbox.isSentUntil(ROOM, at(-2))).toBe(false)
    await expect.poll(() => outbox.listUnsent(ROOM)).toHaveLength(2)
    expect([at(-2), earlier, now].map((until) => outbox.isSentUntil(ROOM, until))).toEqual([true, false, false])
    expect(outbox.isSentUntil('another room', now)).toBe(true)
    await browser.store.setFailed({ ...waiting, clientId: 'earlier', writtenAt: earlier }, 'SEND_FAILED')
    await outbox.drop('unknown')
    expect(outbox.isSentUntil(ROOM, now)).toBe(true)
    expect(outbox.isSentUntil(ROOM, later)).toBe(false)
    connection.resolve()
    await expect.poll(() => outbox.isSentUntil(ROOM, later)).toBe(true)
  })
})
