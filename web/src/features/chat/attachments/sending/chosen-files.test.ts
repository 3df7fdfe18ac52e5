import { setImmediate } from 'node:timers/promises'

import { describe, expect, it, vi } from 'vitest'

import { Refusal } from '@kundig/contract/errors'

import type { PreparedFile } from '../prepared-file.ts'
import type { AttachmentQueue, AttachmentQueueOptions } from './attachment-queue.ts'
import { createFiles, createQueue, ROOM, sendFiles } from './fake-attachment-queue.ts'

const listNames = (queue: AttachmentQueue) => queue.attachments.get().map(({ name }) => name)

/** Creates a queue that prepares a file only when the test allows it. */
function createSlowQueue() {
  const waiting: ((isReduced?: boolean) => void)[] = []
  const queue = createQueue({
    prepare: (file, name) =>
      new Promise<PreparedFile>((resolve) => {
        waiting.push((isReduced = false) => resolve({ body: file, name, thumbnail: null, isReduced }))
      }),
  })
  return {
    ...queue,
    finish: async (isReduced?: boolean): Promise<void> => {
      waiting.shift()?.(isReduced)
      await setImmediate()
    },
  }
}

describe('a chosen file', () => {
  it('is prepared when it is chosen, and sent when the person presses Send', async () => {
    const { queue, finish, sendings, states } = createSlowQueue()
    queue.add(ROOM, createFiles('a.pdf', 'b.pdf'))
    expect(states()).toEqual([
      ['a.pdf', { status: 'preparing' }],
      ['b.pdf', { status: 'preparing' }],
    ])
    await finish()
    await finish()
    expect(states()).toEqual([
      ['a.pdf', { status: 'chosen' }],
      ['b.pdf', { status: 'chosen' }],
    ])
    expect(sendings).toEqual([])
    expect(queue.isBusy).toBe(true)
    queue.send(ROOM)
    await setImmediate()
    expect(states()).toEqual([
      ['a.pdf', { status: 'sending', part: 0 }],
      ['b.pdf', { status: 'waiting' }],
    ])
  })

  it('is sent only with the files of its own room', async () => {
    const { queue, sendings } = createQueue()
    queue.add(ROOM, createFiles('here.pdf'))
    queue.add('another room', createFiles('there.pdf'))
    await setImmediate()
    queue.send('another room')
    await setImmediate()
    expect(sendings.map(({ clientId }) => clientId)).toEqual(['id 2'])
    expect(listNames(queue)).toEqual(['here.pdf', 'there.pdf'])
  })

  it.each(['cancel', 'remove'] as const)('does not wait for an earlier file after its %s', async (end) => {
    const { queue, at, finish } = createSlowQueue()
    queue.add(ROOM, createFiles('1.pdf', '2.pdf'))
    await finish()
    queue.move('id 1', 1)
    queue.send(ROOM)
    queue[end]('id 2')
    await setImmediate()
    expect(at(0).clientId).toBe('id 1')
  })

  it('returns to the tray when the text before the file could not be stored', async () => {
    const { queue, sendings, states } = createQueue()
    queue.add(ROOM, createFiles('a.pdf'))
    await setImmediate()
    queue.send(ROOM, Promise.reject(new Error('full')))
    await setImmediate()
    expect(states()).toEqual([['a.pdf', { status: 'chosen' }]])
    expect(sendings).toEqual([])
  })

  it('does not delay files of other rooms when it is cancelled while its text is sent', async () => {
    const { queue, at } = createQueue()
    queue.add(ROOM, createFiles('a.pdf'))
    queue.add('another room', createFiles('b.pdf'))
    await setImmediate()
    queue.send(ROOM, new Promise(() => undefined))
    queue.send('another room')
    queue.cancel('id 1')
    await setImmediate()
    expect(at(0).clientId).toBe('id 2')
  })

  it('is sent once it is prepared, before later files', async () => {
    const { queue, at, finish, sendings, stored } = createSlowQueue()
    queue.add(ROOM, createFiles('1.pdf', '2.pdf'))
    queue.send(ROOM)
    await finish()
    await finish()
    expect(sendings).toHaveLength(1)
    at(0).arrive()
    await setImmediate()
    at(1).arrive()
    await setImmediate()
    expect(stored).toEqual(['id 1', 'id 2'])
  })

  it('returns to the tray when the preparation needs the sender’s agreement after Send', async () => {
    const { queue, finish, sendings, states } = createSlowQueue()
    queue.add(ROOM, createFiles('party.gif', 'letter.pdf'))
    queue.send(ROOM)
    await finish(true)
    await finish()
    expect(sendings.map(({ clientId }) => clientId)).toEqual(['id 2'])
    expect(states()[0]).toEqual(['party.gif', { status: 'asking' }])
    expect(queue.attachments.get().map(({ isSent }) => isSent)).toEqual([false, true])
    queue.agree('id 1')
    expect(states()[0]).toEqual(['party.gif', { status: 'chosen' }])
  })

  it('can be prepared again after a failure, and then waits for send', async () => {
    const prepare = vi.fn<AttachmentQueueOptions['prepare']>((body, name) =>
      Promise.resolve({ body, name, thumbnail: null, isReduced: false }),
    )
    prepare.mockRejectedValueOnce(new Refusal('NETWORK'))
    const { queue, sendings, states } = createQueue({ prepare })
    queue.add(ROOM, createFiles('a.pdf'))
    await setImmediate()
    expect(states()).toEqual([['a.pdf', { status: 'failed', code: 'NETWORK' }]])
    queue.send(ROOM)
    expect(states()).toEqual([['a.pdf', { status: 'failed', code: 'NETWORK' }]])
    queue.retry('id 1')
    await setImmediate()
    expect(states()).toEqual([['a.pdf', { status: 'chosen' }]])
    expect(sendings).toEqual([])
  })

  it('is not sent when it was removed during the preparation', async () => {
    const { queue, finish, sendings } = createSlowQueue()
    queue.add(ROOM, createFiles('a.pdf'))
    queue.send(ROOM)
    queue.remove('id 1')
    await finish()
    expect(queue.attachments.get()).toEqual([])
    expect(sendings).toEqual([])
  })
})

describe('send', () => {
  it('waits for the text beside the files', async () => {
    const { queue, at, sendings, states } = createQueue()
    const text = Promise.withResolvers<void>()
    queue.add(ROOM, createFiles('a.pdf'))
    queue.send(ROOM, text.promise)
    await setImmediate()
    expect(sendings).toEqual([])
    expect(states()).toEqual([['a.pdf', { status: 'waiting' }]])
    text.resolve()
    await setImmediate()
    at(0).arrive()
    await setImmediate()
    expect(queue.attachments.get()).toEqual([])
  })

  it('does not send a file that was cancelled while it waited for the text', async () => {
    const { queue, sendings, states } = createQueue()
    const text = Promise.withResolvers<void>()
    queue.add(ROOM, createFiles('a.pdf'))
    queue.send(ROOM, text.promise)
    await setImmediate()
    queue.cancel('id 1')
    text.resolve()
    await setImmediate()
    expect(sendings).toEqual([])
    expect(states()).toEqual([['a.pdf', { status: 'failed', code: null }]])
  })

  it('does not send files that were chosen later', async () => {
    const { queue, at, sendings, states } = createQueue()
    sendFiles(queue, createFiles('a.pdf'))
    queue.add(ROOM, createFiles('b.pdf'))
    await setImmediate()
    at(0).arrive()
    await setImmediate()
    expect(sendings).toHaveLength(1)
    expect(states()).toEqual([['b.pdf', { status: 'chosen' }]])
  })
})

describe('move', () => {
  it('changes the order of sending within a room’s tray', async () => {
    const { queue, at, sendings } = createQueue()
    sendFiles(queue, createFiles('sent.pdf'))
    queue.add(ROOM, createFiles('1.pdf', '2.pdf'))
    queue.add('another room', createFiles('there.pdf'))
    queue.add(ROOM, createFiles('3.pdf'))
    await setImmediate()
    queue.move('id 5', -1)
    expect(listNames(queue)).toEqual(['sent.pdf', '1.pdf', '3.pdf', 'there.pdf', '2.pdf'])
    queue.move('id 2', 1)
    queue.move('id 5', -1)
    queue.move('id 3', 1)
    expect(listNames(queue)).toEqual(['sent.pdf', '3.pdf', '1.pdf', 'there.pdf', '2.pdf'])
    queue.send(ROOM)
    for (let index = 0; index < 4; index++) {
      await setImmediate()
      at(index).arrive()
    }
    expect(sendings.map(({ clientId }) => clientId)).toEqual(['id 1', 'id 5', 'id 2', 'id 3'])
  })
})

describe('a tray', () => {
  it('keeps only the first ten unsent files', async () => {
    const { queue } = createQueue()
    const names = Array.from({ length: 12 }, (_, index) => `${index + 1}.pdf`)
    expect(queue.add(ROOM, createFiles(...names.slice(0, 8)))).toBe(true)
    expect(queue.add(ROOM, createFiles(...names.slice(8)))).toBe(false)
    expect(listNames(queue)).toEqual(names.slice(0, 10))
    expect(queue.add('another room', createFiles('there.pdf'))).toBe(true)
    queue.send(ROOM)
    expect(queue.add(ROOM, createFiles('next.pdf'))).toBe(true)
    await setImmediate()
  })

  it('keeps newly chosen files after a closed room refused earlier files', async () => {
    const { queue, at, sendings, states } = createQueue()
    sendFiles(queue, createFiles('late.pdf'))
    queue.add(ROOM, createFiles('chosen.pdf'))
    await setImmediate()
    at(0).fail(new Refusal('ROOM_CLOSED'))
    await setImmediate()
    expect(states()).toEqual([
      ['late.pdf', { status: 'failed', code: 'ROOM_CLOSED' }],
      ['chosen.pdf', { status: 'chosen' }],
    ])
    expect(sendings).toHaveLength(1)
    queue.remove('id 2')
    expect(queue.isBusy).toBe(false)
  })
})
