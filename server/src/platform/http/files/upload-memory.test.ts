import { expect, it } from 'vitest'

import { UploadMemory } from './upload-memory.ts'

const MB = 1024 * 1024

function setUp() {
  let now = 0
  const memory = new UploadMemory(() => now)
  const gone: string[] = []
  return {
    gone,
    wait: (ms: number) => void (now += ms),
    send: (name: string, { declaredMb = 5, arrivedMb }: { declaredMb?: number; arrivedMb?: number } = {}) => {
      const body = memory.open(declaredMb * MB, () => gone.push(name))
      return body?.take((arrivedMb ?? declaredMb) * MB) === true ? body : null
    },
  }
}
const times = (count: number, work: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => work(index))

it('announced bodies that do not arrive take no memory from other bodies', () => {
  const { send, gone } = setUp()
  times(1000, (n) => send(`slow ${n}`, { arrivedMb: 0 }))
  expect(times(15, (n) => send(`quick ${n}`))).not.toContain(null)
  expect(gone).toEqual([])
})

it('large bodies can use 75 MB, and small bodies 25 MB more', () => {
  const { send } = setUp()
  expect(times(15, () => send('large'))).not.toContain(null)
  expect(send('one more')).toBeNull()
  expect(times(25, () => send('small', { declaredMb: 1 }))).not.toContain(null)
  expect(send('one more', { declaredMb: 1 })).toBeNull()
})

it('frees the memory of a released body once, even when it is released twice', () => {
  const { send } = setUp()
  times(14, () => send('large'))
  const last = send('last')
  last?.release()
  last?.release()
  expect(send('next')).not.toBeNull()
  expect(send('one more')).toBeNull()
})

it('when memory is full, the body that has been arriving longest is cut after 5 seconds', () => {
  const { send, gone, wait } = setUp()
  times(15, (n) => send(`slow ${n}`, { arrivedMb: 4.9 }))
  wait(4999)
  expect(send('early')).toBeNull()
  wait(1)
  expect(send('late')).not.toBeNull()
  expect(gone).toEqual(['slow 0'])
})

it('a complete body is never cut', () => {
  const { send, gone, wait } = setUp()
  times(15, (n) => send(`whole ${n}`)?.complete())
  wait(60_000)
  expect(send('late')).toBeNull()
  expect(gone).toEqual([])
})

it('a slow body that needs more memory for itself is also cut', () => {
  const { send, gone, wait } = setUp()
  const slow = send('slow', { arrivedMb: 1 })
  times(14, (n) => send(`quick ${n}`)?.complete())
  wait(5000)
  expect(slow?.take(5 * MB)).toBe(false)
  expect(gone).toEqual(['slow'])
  expect(send('next')).not.toBeNull()
})
