import { setImmediate } from 'node:timers/promises'

import { describe, expect, it, test, vi } from 'vitest'

import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import { createFiles, createQueue, ROOM, sendFiles } from './fake-attachment-queue.ts'
import type { KeptFile } from './kept-files.ts'

/** Creates a queue without a connection until `connect`, and lists the files that the browser stores. */
function createOfflineQueue({ hasSpace = true } = {}) {
  const kept = new Map<string, KeptFile>()
  let connection = Promise.withResolvers<boolean>()
  const queue = createQueue({
    ready: (_file, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('Closed')))
        void connection.promise.then(resolve)
      }),
    kept: {
      add: async (file) => {
        if (hasSpace) kept.set(file.id, file)
        return hasSpace
      },
      change: async (id, change) => {
        const file = kept.get(id)
        if (file) kept.set(id, { ...file, ...change })
      },
      remove: async (id) => void kept.delete(id),
    },
  })
  return {
    ...queue,
    kept,
    listKept: () => Array.from(kept.values(), ({ name }) => name),
    connect: async (wasMissing = true): Promise<void> => {
      connection.resolve(wasMissing)
      await setImmediate()
    },
    disconnect: (): void => void (connection = Promise.withResolvers()),
  }
}

const createKept = (name: string, rest: Partial<KeptFile> = {}): KeptFile => ({
  id: `id of ${name}`,
  clientId: `client id of ${name}`,
  roomId: ROOM,
  name,
  body: new Blob(['content'], { type: 'application/pdf' }),
  thumbnail: null,
  sentAt: new Date().toISOString(),
  place: 0,
  ...rest,
})

const HOUR_MS = 3_600_000

describe('files sent offline', () => {
  it('wait for a connection, and are then sent in order', async () => {
    const { queue, at, connect, listKept, sendings, states, stored } = createOfflineQueue()
    sendFiles(queue, createFiles('1.pdf', '2.pdf'))
    await setImmediate()
    expect(sendings).toEqual([])
    expect(states()).toEqual([
      ['1.pdf', { status: 'waiting' }],
      ['2.pdf', { status: 'waiting' }],
    ])
    expect(listKept()).toEqual(['1.pdf', '2.pdf'])
    await connect()
    at(0).arrive()
    await setImmediate()
    at(1).arrive()
    await setImmediate()
    expect(stored).toEqual(['id 1', 'id 2'])
    expect(listKept()).toEqual([])
  })

  it('wait again each time that the connection breaks during the upload', async () => {
    const { queue, at, connect, disconnect, sendings, states, waits } = createOfflineQueue()
    sendFiles(queue, createFiles('a.pdf'))
    await setImmediate()
    for (let round = 0; round < 10; round++) {
      await connect()
      disconnect()
      at(round).fail(new Refusal('NETWORK'))
      await setImmediate()
      waits[round]?.end()
      await setImmediate()
      expect(states()).toEqual([['a.pdf', { status: 'waiting' }]])
      expect(sendings).toHaveLength(round + 1)
    }
  })

  it('can be cancelled, and are then sent only after a retry', async () => {
    const { queue, connect, kept, sendings, states } = createOfflineQueue()
    sendFiles(queue, createFiles('a.pdf', 'b.pdf'))
    await setImmediate()
    queue.cancel('id 1')
    await connect()
    expect(states()).toEqual([
      ['a.pdf', { status: 'failed', code: null }],
      ['b.pdf', { status: 'sending', part: 0 }],
    ])
    expect(kept.get('id 1')?.failed).toEqual({ code: null })
    queue.retry('id 1')
    expect(kept.get('id 1')?.failed).toBeUndefined()
    expect(sendings).toHaveLength(1)
  })
})

test.each<ErrorCode>(['NETWORK', 'FILE_SEND_FAILED', 'UNAVAILABLE'])(
  'a file that fails six times with a connection (%s) waits for a retry',
  async (code) => {
    const { queue, at, connect, kept, sendings, states, waits } = createOfflineQueue()
    sendFiles(queue, createFiles('a.pdf'))
    await connect(false)
    for (let round = 0; round < 6; round++) {
      at(round).fail(new Refusal(code))
      await setImmediate()
      waits[round]?.end()
      await setImmediate()
    }
    expect(sendings).toHaveLength(6)
    expect(states()).toEqual([['a.pdf', { status: 'failed', code }]])
    expect(kept.get('id 1')?.failed).toEqual({ code })
  },
)

describe('the browser', () => {
  it('stores a file only after the accompanying text', async () => {
    const { queue, listKept } = createOfflineQueue()
    const text = Promise.withResolvers<void>()
    queue.add(ROOM, createFiles('a.pdf'))
    await setImmediate()
    queue.send(ROOM, text.promise)
    await setImmediate()
    expect(listKept()).toEqual([])
    text.resolve()
    await setImmediate()
    expect(listKept()).toEqual(['a.pdf'])
  })

  it('stores no file when the accompanying text could not be stored', async () => {
    const { queue, listKept, states } = createOfflineQueue()
    queue.add(ROOM, createFiles('a.pdf'))
    await setImmediate()
    queue.send(ROOM, Promise.reject(new Error('full')))
    await setImmediate()
    expect(listKept()).toEqual([])
    expect(states()).toEqual([['a.pdf', { status: 'chosen' }]])
    expect(queue.isBusy).toBe(true)
  })

  it.each<[ErrorCode, string[]]>([
    ['ROOM_CLOSED', []],
    ['FILE_TYPE_INVALID', []],
    ['UPLOAD_RATE_EXCEEDED', ['a.pdf']],
  ])('the files stored after the refusal %s are %j', async (code, names) => {
    const { queue, at, connect, listKept } = createOfflineQueue()
    sendFiles(queue, createFiles('a.pdf'))
    await connect()
    at(0).fail(new Refusal(code))
    await setImmediate()
    expect(listKept()).toEqual(names)
  })

  it('deletes a removed file, and keeps stored files at the end of the session', async () => {
    const { queue, listKept } = createOfflineQueue()
    sendFiles(queue, createFiles('a.pdf', 'b.pdf'))
    await setImmediate()
    queue.remove('id 1')
    queue.close()
    await setImmediate()
    expect(listKept()).toEqual(['b.pdf'])
  })
})

test('the tab may close once the browser has stored the sent files', async () => {
  const { queue } = createOfflineQueue()
  queue.add(ROOM, createFiles('a.pdf'))
  await setImmediate()
  expect(queue.isBusy).toBe(true)
  queue.send(ROOM)
  await setImmediate()
  expect(queue.isBusy).toBe(false)
  const full = createOfflineQueue({ hasSpace: false })
  sendFiles(full.queue, createFiles('a.pdf'))
  await setImmediate()
  expect(full.queue.isBusy).toBe(true)
})

describe('files of an earlier visit', () => {
  it('appear as waiting, and are sent under the same client ids', async () => {
    const { queue, at, connect, sendings, states } = createOfflineQueue()
    queue.adopt([createKept('1.pdf'), createKept('2.pdf')])
    queue.adopt([createKept('2.pdf')])
    expect(states()).toEqual([
      ['1.pdf', { status: 'waiting' }],
      ['2.pdf', { status: 'waiting' }],
    ])
    await connect()
    at(0).arrive()
    await setImmediate()
    expect(sendings.map(({ clientId }) => clientId)).toEqual(['client id of 1.pdf', 'client id of 2.pdf'])
  })

  it('are sent after more than a day only if the sender retries', async () => {
    const { queue, connect, sendings, states } = createOfflineQueue()
    const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()
    queue.adopt([
      createKept('old.pdf', { sentAt: ago(24.1) }),
      createKept('cancelled.pdf', { failed: { code: null } }),
      createKept('recent.pdf', { sentAt: ago(23.9) }),
    ])
    await connect()
    expect(states()).toEqual([
      ['old.pdf', { status: 'failed', code: 'MESSAGE_OLD' }],
      ['cancelled.pdf', { status: 'failed', code: null }],
      ['recent.pdf', { status: 'sending', part: 0 }],
    ])
    expect(sendings).toHaveLength(1)
    queue.retry('id of old.pdf')
    expect(states()[0]).toEqual(['old.pdf', { status: 'waiting' }])
  })

  it('are redrawn when the server cannot read a picture', async () => {
    const prepare = vi.fn<() => Promise<never>>().mockRejectedValue(new Refusal('IMAGE_UNREADABLE'))
    const { queue, at, states } = createQueue({ prepare })
    queue.adopt([createKept('photo.jpg', { body: new Blob(['content'], { type: 'image/jpeg' }) })])
    await setImmediate()
    at(0).fail(new Refusal('IMAGE_UNREADABLE'))
    await setImmediate()
    expect(prepare).toHaveBeenCalledOnce()
    expect(states()).toEqual([['photo.jpg', { status: 'failed', code: 'IMAGE_UNREADABLE' }]])
  })
})
