import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { Refusal } from '@kundig/contract/errors'

import { type BulkheadOptions, Bulkhead } from './bulkhead.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function createWork(options: Partial<BulkheadOptions> = {}) {
  const bulkhead = new Bulkhead({ slots: 1, waitingMax: 100, waitingPerKeyMax: 100, waitMs: 1000, ...options })
  const running: { name: string; end: () => void }[] = []
  const results: string[] = []
  const run = (key: string, name = key, signal?: AbortSignal): void => {
    bulkhead
      .run(key, () => new Promise<void>((resolve) => running.push({ name, end: resolve })), signal)
      .then(
        () => results.push(`${name} done`),
        (error: unknown) => results.push(`${name} ${error instanceof Refusal ? error.code : String(error)}`),
      )
  }
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return {
    bulkhead,
    run,
    settle,
    results,
    names: () => running.map(({ name }) => name),
    endFirst: async () => {
      running.shift()?.end()
      await settle()
    },
  }
}

it('runs a maximum number of pieces of work at a time, and the next piece when one ends', async () => {
  const { run, names, endFirst, results } = createWork({ slots: 2 })
  for (const name of ['a', 'b', 'c']) run(name)
  expect(names()).toEqual(['a', 'b'])
  await endFirst()
  expect(names()).toEqual(['b', 'c'])
  expect(results).toEqual(['a done'])
})

it('a key waits for at most one task of each other key', async () => {
  const { run, names, endFirst } = createWork()
  for (let n = 0; n < 50; n++) run('flood', `flood ${n}`)
  run('ann')
  run('bob')
  const order: string[] = []
  for (let n = 0; n < 5; n++) {
    order.push(...names())
    await endFirst()
  }
  expect(order).toEqual(['flood 0', 'ann', 'bob', 'flood 1', 'flood 2'])
})

it('never begins aborted work, and gives its slot to other work', async () => {
  const { run, settle, names, endFirst, results } = createWork({ waitingMax: 2 })
  const gone = new AbortController()
  run('a')
  run('b', 'b', gone.signal)
  run('c')
  gone.abort()
  run('d')
  run('e', 'e', gone.signal)
  await settle()
  expect(results.toSorted()).toEqual(['b UNAVAILABLE', 'e UNAVAILABLE'])
  await endFirst()
  expect(names()).toEqual(['c'])
  await endFirst()
  expect(names()).toEqual(['d'])
})

it('limits each key to its own slots, and lets other keys pass', () => {
  const { run, names } = createWork({ slots: 10, slotsPerKey: 2 })
  for (let n = 0; n < 5; n++) run('flood', `flood ${n}`)
  run('ann')
  expect(names()).toEqual(['flood 0', 'flood 1', 'ann'])
})

it('refuses too much work of one key immediately, while other keys still wait', async () => {
  const { run, settle, results, names, endFirst } = createWork({ waitingPerKeyMax: 2 })
  for (let n = 0; n < 4; n++) run('flood', `flood ${n}`)
  run('ann')
  await settle()
  expect(results).toEqual(['flood 3 TOO_MANY_ATTEMPTS'])
  for (let n = 0; n < 4; n++) await endFirst()
  expect(names()).toEqual([])
  expect(results.slice(1).toSorted()).toEqual(['ann done', 'flood 0 done', 'flood 1 done', 'flood 2 done'])
})

it.each([
  [{}, 'UNAVAILABLE'],
  [{ busy: 'TOO_MANY_ATTEMPTS' as const }, 'TOO_MANY_ATTEMPTS'],
])('refuses new work when the whole queue is full (%j)', async (options, code) => {
  const { run, settle, results } = createWork({ waitingMax: 2, ...options })
  for (const name of ['a', 'b', 'c', 'd']) run(name)
  await settle()
  expect(results).toEqual([`d ${code}`])
})

it('refuses work that has waited too long, never runs it, and continues with other work', async () => {
  const { run, results, names, endFirst } = createWork({ waitMs: 1000 })
  run('a')
  run('b')
  await vi.advanceTimersByTimeAsync(600)
  run('c')
  await vi.advanceTimersByTimeAsync(400)
  expect(results).toEqual(['b UNAVAILABLE'])
  await endFirst()
  expect(names()).toEqual(['c'])
})

it('returns the time after which a retry makes sense', async () => {
  const { bulkhead, run } = createWork({ waitingPerKeyMax: 0, waitMs: 2500 })
  run('a')
  await expect(bulkhead.run('a', async () => undefined)).rejects.toMatchObject({ retryAfterS: 3 })
})

it('gives the slot of failed work to the next work, and rethrows the error', async () => {
  const { bulkhead, run, names, settle } = createWork()
  const failing = bulkhead.run('a', async () => Promise.reject(new Error('it broke')))
  run('b')
  await expect(failing).rejects.toThrow('it broke')
  await settle()
  expect(names()).toEqual(['b'])
})

it('a full queue accepts work of a key with little waiting work', async () => {
  const { run, settle, endFirst, names, results } = createWork({ waitingMax: 4 })
  for (let number = 0; number < 5; number++) run('flood', `flood ${number}`)
  run('ann')
  await settle()
  expect(results).toEqual(['flood 4 UNAVAILABLE'])
  run('flood', 'flood 5')
  await settle()
  expect(results).toEqual(['flood 4 UNAVAILABLE', 'flood 5 UNAVAILABLE'])
  await endFirst()
  expect(names()).toEqual(['ann'])
})
