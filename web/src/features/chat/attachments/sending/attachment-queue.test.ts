import { setImmediate } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import { canRetry } from '../attachment.ts'
import { FileDamaged } from './attachment-upload.ts'
import { createFiles, createQueue, ROOM, sendFiles } from './fake-attachment-queue.ts'

test('sends files in the order in which they were chosen, one at a time', async () => {
  const { queue, sendings, at, stored } = createQueue()
  sendFiles(queue, createFiles('1.pdf', '2.pdf', '3.pdf'))
  await setImmediate()
  expect(sendings).toHaveLength(1)
  at(0).arrive()
  await setImmediate()
  expect(sendings).toHaveLength(2)
  expect(queue.attachments.get().map(({ name }) => name)).toEqual(['2.pdf', '3.pdf'])
  at(1).arrive()
  await setImmediate()
  at(2).arrive()
  await setImmediate()
  expect(stored).toEqual(['id 1', 'id 2', 'id 3'])
  expect(queue.attachments.get()).toEqual([])
  expect(queue.isBusy).toBe(false)
})

test('shows the reason for a refused file, and sends only the other files', async () => {
  const { queue, at, sendings, states, stored } = createQueue()
  sendFiles(queue, createFiles('virus.exe', 'letter.pdf'))
  await setImmediate()
  expect(sendings).toHaveLength(1)
  at(0).arrive()
  await setImmediate()
  expect(stored).toEqual(['id 2'])
  expect(states()).toEqual([['virus.exe', { status: 'failed', code: 'FILE_TYPE_INVALID' }]])
  queue.retry('id 1')
  expect(states()).toEqual([['virus.exe', { status: 'failed', code: 'FILE_TYPE_INVALID' }]])
  expect(queue.isBusy).toBe(false)
  queue.remove('id 1')
  expect(queue.attachments.get()).toEqual([])
})

test('reports the progress of each file', async () => {
  const { queue, at, states } = createQueue()
  sendFiles(queue, createFiles('a.pdf', 'b.pdf'))
  await setImmediate()
  at(0).onProgress(0.4)
  expect(states()).toEqual([
    ['a.pdf', { status: 'sending', part: 0.4 }],
    ['b.pdf', { status: 'waiting' }],
  ])
})

test('resends a failed file under the same client id, without preparing it again', async () => {
  const { queue, at, prepared, states, stored } = createQueue()
  sendFiles(queue, createFiles('a.pdf'))
  await setImmediate()
  at(0).fail(new Refusal('UPLOAD_RATE_EXCEEDED'))
  await setImmediate()
  expect(states()).toEqual([['a.pdf', { status: 'failed', code: 'UPLOAD_RATE_EXCEEDED' }]])
  queue.retry('id 1')
  await setImmediate()
  expect(at(1).clientId).toBe(at(0).clientId)
  expect(prepared).toEqual(['a.pdf'])
  at(1).arrive()
  await setImmediate()
  expect(stored).toEqual(['id 1'])
})

test('retries a file, still in order, after the server had no capacity', async () => {
  const { queue, at, waits, sendings, states, stored } = createQueue()
  sendFiles(queue, createFiles('1.pdf', '2.pdf'))
  await setImmediate()
  at(0).fail(new Refusal('UPLOADS_UNDER_WAY', undefined, 2))
  await setImmediate()
  expect(states()).toEqual([
    ['1.pdf', { status: 'waiting' }],
    ['2.pdf', { status: 'waiting' }],
  ])
  expect(waits.map(({ ms }) => ms)).toEqual([2000])
  expect(sendings).toHaveLength(1)
  waits[0]?.end()
  await setImmediate()
  at(1).fail(new Refusal('UNAVAILABLE', undefined, 5))
  await setImmediate()
  waits[1]?.end()
  await setImmediate()
  expect(sendings.map(({ clientId }) => clientId)).toEqual(['id 1', 'id 1', 'id 1'])
  at(2).arrive()
  await setImmediate()
  at(3).arrive()
  await setImmediate()
  expect(stored).toEqual(['id 1', 'id 2'])
})

test('delays the eleventh file in a minute, shows until when, and then sends it', async () => {
  const { queue, at, waits, states, stored } = createQueue()
  sendFiles(queue, createFiles('1.pdf', '2.pdf'))
  await setImmediate()
  const before = Date.now()
  at(0).fail(new Refusal('UPLOAD_RATE_EXCEEDED', undefined, 40))
  await setImmediate()
  const [first, second] = states()
  expect(first).toMatchObject(['1.pdf', { status: 'held' }])
  expect(queue.attachments.get()[0]?.state).toSatisfy(
    (state: { until: number }) => state.until >= before + 40_000 && state.until <= Date.now() + 40_000,
  )
  expect(second).toEqual(['2.pdf', { status: 'waiting' }])
  expect(waits.map(({ ms }) => ms)).toEqual([40_000])
  waits[0]?.end()
  await setImmediate()
  at(1).arrive()
  await setImmediate()
  at(2).arrive()
  await setImmediate()
  expect(stored).toEqual(['id 1', 'id 2'])
})

test('marks a file as failed after six attempts without server capacity', async () => {
  const { queue, at, waits, sendings, states } = createQueue()
  sendFiles(queue, createFiles('a.pdf'))
  await setImmediate()
  for (let n = 0; n < 6; n++) {
    at(n).fail(new Refusal('UPLOADS_UNDER_WAY', undefined, 2))
    await setImmediate()
    waits[n]?.end()
    await setImmediate()
  }
  expect(states()).toEqual([['a.pdf', { status: 'failed', code: 'UPLOADS_UNDER_WAY' }]])
  expect(sendings).toHaveLength(6)
})

test('does not send a file that was cancelled while it waited for a retry', async () => {
  const { queue, at, waits, sendings, states } = createQueue()
  sendFiles(queue, createFiles('a.pdf'))
  await setImmediate()
  at(0).fail(new Refusal('UPLOADS_UNDER_WAY', undefined, 2))
  await setImmediate()
  queue.cancel('id 1')
  await setImmediate()
  expect(states()).toEqual([['a.pdf', { status: 'failed', code: null }]])
  waits[0]?.end()
  await setImmediate()
  expect(sendings).toHaveLength(1)
})

test('sends an animation that the server would change only after its sender agrees', async () => {
  const { queue, at, prepared, sendings, states, stored } = createQueue()
  sendFiles(queue, createFiles('party.gif', 'letter.pdf'))
  await setImmediate()
  await setImmediate()
  expect(states()[0]).toEqual(['party.gif', { status: 'asking' }])
  expect(sendings.map(({ clientId }) => clientId)).toEqual(['id 2'])
  at(0).arrive()
  await setImmediate()
  expect(states()).toEqual([['party.gif', { status: 'asking' }]])
  expect(queue.isBusy).toBe(true)
  queue.agree('id 1')
  await setImmediate()
  expect(states()).toEqual([['party.gif', { status: 'chosen' }]])
  queue.send(ROOM)
  await setImmediate()
  at(1).arrive()
  await setImmediate()
  expect(stored).toEqual(['id 2', 'id 1'])
  expect(prepared).toEqual(['party.gif', 'letter.pdf'])
})

test('resends a file as a new message when the server had stored it damaged', async () => {
  const { queue, at, states } = createQueue()
  sendFiles(queue, createFiles('a.pdf'))
  await setImmediate()
  at(0).fail(new FileDamaged())
  await setImmediate()
  expect(states()).toEqual([['a.pdf', { status: 'failed', code: 'FILE_SEND_FAILED' }]])
  queue.retry('id 1')
  await setImmediate()
  expect(at(1).clientId).not.toBe(at(0).clientId)
})

test('stops a cancelled file, starts the next file, and allows a retry', async () => {
  const { queue, at, sendings, states } = createQueue()
  sendFiles(queue, createFiles('1.pdf', '2.pdf'))
  await setImmediate()
  queue.cancel('id 1')
  await setImmediate()
  expect(at(0).signal.aborted).toBe(true)
  expect(sendings).toHaveLength(2)
  expect(states()[0]).toEqual(['1.pdf', { status: 'failed', code: null }])
  at(0).onProgress(0.9)
  expect(states()[0]).toEqual(['1.pdf', { status: 'failed', code: null }])
  queue.retry('id 1')
  expect(states()[0]).toEqual(['1.pdf', { status: 'waiting' }])
  at(1).arrive()
  await setImmediate()
  expect(at(2).clientId).toBe('id 1')
})

test('sends a file only once after it was cancelled and retried during its preparation', async () => {
  const { queue, sendings, at, states } = createQueue()
  sendFiles(queue, createFiles('a.pdf'))
  queue.cancel('id 1')
  queue.retry('id 1')
  await setImmediate()
  expect(sendings).toHaveLength(1)
  expect(states()).toEqual([['a.pdf', { status: 'sending', part: 0 }]])
  at(0).arrive()
  await setImmediate()
  expect(queue.attachments.get()).toEqual([])
})

test('logging out removes all files from the queue', async () => {
  const { queue, sendings } = createQueue()
  sendFiles(queue, createFiles('1.pdf', '2.pdf', '3.pdf', '4.pdf'))
  await setImmediate()
  queue.close()
  await setImmediate()
  expect(queue.attachments.get()).toEqual([])
  expect(sendings).toHaveLength(1)
  expect(sendings.every(({ signal }) => signal.aborted)).toBe(true)
})

test('offers a retry only for failures that can succeed later', () => {
  const offered: (ErrorCode | null)[] = [
    null,
    'NETWORK',
    'UNAVAILABLE',
    'FILE_SEND_FAILED',
    'UPLOAD_RATE_EXCEEDED',
    'MESSAGE_OLD',
  ]
  const not: ErrorCode[] = ['FILE_TOO_LARGE', 'FILE_TYPE_INVALID', 'FILE_EXTENSION_INVALID', 'ROOM_CLOSED']
  expect(offered.filter((code) => !canRetry(code))).toEqual([])
  expect(not.filter((code) => canRetry(code))).toEqual([])
})

test('choosing more files removes the room’s refused files, and keeps files that can be retried', async () => {
  const { queue, at } = createQueue()
  sendFiles(queue, createFiles('virus.exe', 'letter.pdf'))
  queue.add('another room', createFiles('other.exe'))
  await setImmediate()
  at(0).fail(new FileDamaged())
  await setImmediate()
  sendFiles(queue, createFiles('photo.pdf'))
  expect(queue.attachments.get().map(({ name }) => name)).toEqual(['letter.pdf', 'other.exe', 'photo.pdf'])
})
