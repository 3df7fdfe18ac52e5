import { describe, expect, it, vi } from 'vitest'

import { Refusal } from '@kundig/contract/errors'

import { MessageBatches, type MessageStore } from './message-batches.ts'
import type { BatchOutcome, NewMessage, StoredMessage } from './message.repository.ts'

const RACE = new Error('Stored at that very instant')
let made = 0

const message = (roomId: string, content = String(made)): NewMessage => ({
  roomId,
  senderId: 'ann',
  clientId: `client ${++made}`,
  content,
})

const stored = (one: NewMessage): StoredMessage => ({
  row: {
    ...one,
    seq: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    changedSeq: null,
    edited: false,
    deleted: false,
    replyTo: null,
    reactions: null,
    refundEvent: null,
    appointment: null,
  },
  isNew: true,
  participantIds: ['ann', 'bob'],
})

function createManualStore() {
  const statements: {
    messages: readonly NewMessage[]
    answer: (outcome?: (one: NewMessage) => BatchOutcome) => void
    fail: (error: Error) => void
  }[] = []
  const singles: { message: NewMessage; answer: () => void; fail: (error: Error) => void }[] = []
  const store: MessageStore = {
    insertBatch: (messages) =>
      new Promise((resolve, reject) => {
        statements.push({
          messages,
          answer: (outcome = stored) => resolve(messages.map(outcome)),
          fail: reject,
        })
      }),
    insertOne: (one) =>
      new Promise((resolve, reject) =>
        singles.push({ message: one, answer: () => resolve(stored(one)), fail: reject }),
      ),
    isRace: (error) => error === RACE,
  }
  return { statements, singles, batches: new MessageBatches(store) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

const outcomeOf = (sent: Promise<StoredMessage | undefined>): Promise<unknown> =>
  sent.then(
    (one) => one?.row.content,
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

const contents = (messages: readonly NewMessage[] = []): string[] => messages.map(({ content }) => content)

describe('message batches', () => {
  it('messages that arrive during a statement are stored together in the next statement', async () => {
    const { statements, batches } = createManualStore()
    const first = batches.insert(message('a', '1'))
    const others = ['2', '3', '4'].map((content) => batches.insert(message(`room ${content}`, content)))
    expect(statements.map(({ messages }) => contents(messages))).toEqual([['1']])
    statements[0]?.answer()
    await first
    await settled()
    expect(contents(statements[1]?.messages)).toEqual(['2', '3', '4'])
    statements[1]?.answer()
    expect((await Promise.all(others)).map((one) => one?.row.content)).toEqual(['2', '3', '4'])
  })

  it('start the next statement before they publish the messages of the last one', async () => {
    const { statements, batches } = createManualStore()
    let statementsAtPublishing = 0
    const publish = async (sent: Promise<unknown>): Promise<void> => {
      await sent
      statementsAtPublishing = statements.length
    }
    const first = publish(batches.insert(message('a')))
    void batches.insert(message('b'))
    statements[0]?.answer()
    await first
    expect(statementsAtPublishing).toBe(2)
  })

  it('contain at most eight messages of a room, in order, so that a busy room does not delay others', async () => {
    const { statements, batches } = createManualStore()
    void batches.insert(message('x'))
    for (let place = 0; place < 20; place++) void batches.insert(message('loud', `loud ${place}`))
    void batches.insert(message('quiet', 'quiet'))
    const loud = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `loud ${from + index}`)
    for (const expected of [[...loud(0, 8), 'quiet'], loud(8, 16), loud(16, 20)]) {
      statements.at(-1)?.answer()
      await settled()
      expect(contents(statements.at(-1)?.messages)).toEqual(expected)
    }
  })

  it('never send the same client id twice in one statement', async () => {
    const { statements, batches } = createManualStore()
    void batches.insert(message('x'))
    const twice = message('a', 'twice')
    for (const one of [twice, twice, message('a', 'later')]) void batches.insert(one)
    statements[0]?.answer()
    await settled()
    expect(contents(statements[1]?.messages)).toEqual(['twice'])
    statements[1]?.answer()
    await settled()
    expect(contents(statements[2]?.messages)).toEqual(['twice', 'later'])
  })
})

describe('storing a batch of messages', () => {
  it('refuses only the invalid message, and stores the others', async () => {
    const { statements, batches } = createManualStore()
    void batches.insert(message('x'))
    const [good, bad] = [batches.insert(message('a')), batches.insert(message('b', 'bad'))]
    statements[0]?.answer()
    await settled()
    statements[1]?.answer((one) => (one.content === 'bad' ? 'refused' : stored(one)))
    expect(await good).toMatchObject({ isNew: true })
    expect(await bad).toBeUndefined()
  })

  it('stores the messages of a locked room one by one, in order, while other rooms continue', async () => {
    const { statements, singles, batches } = createManualStore()
    void batches.insert(message('x'))
    void batches.insert(message('locked', 'locked 1'))
    void batches.insert(message('locked', 'locked 2'))
    statements[0]?.answer()
    await settled()
    statements[1]?.answer(() => 'busy')
    await settled()
    void batches.insert(message('locked', 'locked 3'))
    void batches.insert(message('free', 'free'))
    expect(contents(statements[2]?.messages)).toEqual(['free'])
    expect(singles.map((one) => one.message.content)).toEqual(['locked 1'])
    singles[0]?.answer()
    await settled()
    expect(singles.map((one) => one.message.content)).toEqual(['locked 1', 'locked 2'])
    statements[2]?.answer()
    singles[1]?.answer()
    await settled()
    expect(contents(statements[3]?.messages)).toEqual(['locked 3'])
  })

  it('after a failure in a locked room, the sender’s later messages are refused', async () => {
    const { statements, singles, batches } = createManualStore()
    void batches.insert(message('x'))
    const taken = ['1', '2', '3'].map((content) => outcomeOf(batches.insert(message('locked', content))))
    statements[0]?.answer()
    await settled()
    statements[1]?.answer(() => 'busy')
    await settled()
    singles[0]?.answer()
    await settled()
    const [anns, bobs] = [outcomeOf(batches.insert(message('locked', '4'))), ['5', '6']]
    for (const content of bobs) void batches.insert({ ...message('locked', content), senderId: 'bob' })
    singles[1]?.fail(new Error('The lock was not to be had'))
    expect(await Promise.all(taken)).toEqual(['1', 'Error: The lock was not to be had', 'UNAVAILABLE'])
    expect(await anns).toBe('UNAVAILABLE')
    await settled()
    expect(singles.map((one) => one.message.content)).toEqual(['1', '2'])
    expect(contents(statements[2]?.messages)).toEqual(bobs)
  })

  it('a batch is retried after a conflict over a client id', async () => {
    const { statements, batches } = createManualStore()
    const one = batches.insert(message('a'))
    statements[0]?.fail(RACE)
    await settled()
    statements[1]?.answer()
    expect(await one).toMatchObject({ isNew: true })
  })

  it('halves a failing batch until only unstorable messages fail', async () => {
    const { statements, batches } = createManualStore()
    void batches.insert(message('x'))
    const sent = ['1', '2', 'bad', '4', '5'].map((content) => batches.insert(message(`room ${content}`, content)))
    statements[0]?.answer()
    const results = Promise.allSettled(sent)
    for (let next = 1; next < 12; next++) {
      await settled()
      const statement = statements[next]
      if (statement && contents(statement.messages).includes('bad')) statement.fail(new Error('It cannot be stored'))
      else statement?.answer()
    }
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
  })

  it('rejects all messages after a lost database connection, and does not send them again', async () => {
    const { statements, batches } = createManualStore()
    void batches.insert(message('x'))
    const sent = [batches.insert(message('a')), batches.insert(message('b'))]
    statements[0]?.answer()
    await settled()
    statements[1]?.fail(new Error('Connection terminated unexpectedly'))
    expect((await Promise.allSettled(sent)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(statements).toHaveLength(2)
  })
})

describe('the limit of waiting messages', () => {
  it('refuses the 5,001st waiting message with UNAVAILABLE', async () => {
    const { statements, batches } = createManualStore()
    void batches.insert(message('x'))
    for (let count = 0; count < 5000; count++) void batches.insert(message(`room ${count}`)).catch(() => undefined)
    await expect(batches.insert(message('one more'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(statements).toHaveLength(1)
  })

  it('refuses a message that waited two seconds for its turn in a locked room', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    try {
      const { statements, singles, batches } = createManualStore()
      const sent = ['1', '2', '3'].map((content) => outcomeOf(batches.insert(message('locked', content))))
      statements[0]?.answer()
      await settled()
      statements[1]?.answer(() => 'busy')
      await settled()
      vi.advanceTimersByTime(2000)
      singles[0]?.answer()
      expect(await Promise.all(sent)).toEqual(['1', '2', 'UNAVAILABLE'])
      expect(singles).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('a message that waits two seconds for a slow statement is refused', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    try {
      const { statements, batches } = createManualStore()
      const stuck = batches.insert(message('a'))
      const waiting = batches.insert(message('a')).then(
        () => 'stored',
        (error: unknown) => (error instanceof Refusal ? error.code : error),
      )
      vi.advanceTimersByTime(1900)
      await settled()
      const late = batches.insert(message('b', 'late'))
      vi.advanceTimersByTime(900)
      expect(await waiting).toBe('UNAVAILABLE')
      statements[0]?.answer()
      expect(await stuck).toMatchObject({ isNew: true })
      await settled()
      expect(contents(statements[1]?.messages)).toEqual(['late'])
      statements[1]?.answer()
      expect(await late).toMatchObject({ isNew: true })
    } finally {
      vi.useRealTimers()
    }
  })
})
