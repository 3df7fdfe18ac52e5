import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'
import type { Acknowledged } from '@kundig/contract/live-events'

import { Outbox, type Unsent } from './outbox.ts'

const ROOM = '00000000-0000-7000-8000-000000000001'

/** A server as the real one behaves: it stores once per client id, and any answer may get lost on the way back. */
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

function createOutbox(
  deliver: (unsent: Unsent) => Promise<Acknowledged<Message>>,
  onStored: (message: Message) => void = () => undefined,
) {
  let made = 0
  return new Outbox({
    deliver,
    onStored,
    pause: () => Promise.resolve(),
    newId: () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  })
}

function settled(outbox: Outbox): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (outbox.of(ROOM).every(({ failed }) => failed !== null)) resolve()
      else setTimeout(check, 0)
    }
    check()
  })
}

describe('the outbox', () => {
  it('loses, doubles and reorders nothing, whatever happens to connection and answers', async () => {
    const fate = fc.constantFrom('answers', 'loses the answer', 'is away' as const)
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { maxLength: 60 }), fc.integer({ min: 1, max: 15 }), async (fates, count) => {
        const server = createServer(fates)
        const shown: Message[] = []
        const outbox = createOutbox(server.deliver, (message) => shown.push(message))
        const texts = Array.from({ length: count }, (_, index) => `text ${index}`)
        for (const text of texts) outbox.add(ROOM, text)
        await settled(outbox)
        expect(server.stored.map(({ content }) => content)).toEqual(texts)
        expect(shown.map(({ content }) => content)).toEqual(texts)
      }),
      { numRuns: 60 },
    )
  })

  it.each<ErrorCode>(['ROOM_CLOSED', 'MESSAGE_INVALID'])(
    'keeps a message that is refused (%s) and tells why',
    async (code) => {
      const outbox = createOutbox(() => Promise.resolve({ ok: false, code }))
      outbox.add(ROOM, 'too late')
      await settled(outbox)
      expect(outbox.of(ROOM)).toMatchObject([{ content: 'too late', failed: code }])
    },
  )

  it('goes on with what follows a refused message', async () => {
    const server = createServer([])
    const outbox = createOutbox((unsent) =>
      unsent.content === 'bad' ? Promise.resolve({ ok: false, code: 'MESSAGE_INVALID' }) : server.deliver(unsent),
    )
    for (const text of ['one', 'bad', 'two']) outbox.add(ROOM, text)
    await settled(outbox)
    expect(server.stored.map(({ content }) => content)).toEqual(['one', 'two'])
    expect(outbox.of(ROOM)).toMatchObject([{ content: 'bad' }])
  })

  it('gives up on a server that keeps failing, and sends under the same client id when asked again', async () => {
    const server = createServer(Array.from({ length: 5 }, () => 'fails' as const))
    const outbox = createOutbox(server.deliver)
    outbox.add(ROOM, 'stubborn')
    await settled(outbox)
    const [given] = outbox.of(ROOM)
    expect(given).toMatchObject({ failed: 'UNEXPECTED' })
    outbox.retry(ROOM, given?.clientId ?? '')
    await settled(outbox)
    expect(server.stored).toMatchObject([{ content: 'stubborn', client_id: given?.clientId }])
    expect(outbox.of(ROOM)).toEqual([])
  })

  it('forgets a message that its writer drops', async () => {
    const outbox = createOutbox(() => Promise.resolve({ ok: false, code: 'ROOM_CLOSED' }))
    outbox.add(ROOM, 'never mind')
    await settled(outbox)
    outbox.drop(ROOM, outbox.of(ROOM)[0]?.clientId ?? '')
    expect(outbox.of(ROOM)).toEqual([])
  })
})
