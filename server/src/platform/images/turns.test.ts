import { setImmediate } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { createTurns } from './turns.ts'

/** Work that ends when the test says so, in the order in which it began. */
function setUp(options: { atOnce: number; waiting: number }) {
  const turns = createTurns(options)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const bring = (personId: string, name: string, signal?: AbortSignal): Promise<string> =>
    turns(
      personId,
      async () => {
        begun.push(name)
        await new Promise<void>((resolve) => {
          ends.push(resolve)
        })
        return name
      },
      signal,
    )
  const endNext = async (): Promise<void> => {
    ends.shift()?.()
    await setImmediate()
  }
  return { begun, bring, endNext }
}

test('people take turns: whoever brings one waits for no more than one of each other person', async () => {
  const { begun, bring, endNext } = setUp({ atOnce: 1, waiting: 30 })
  const all = [
    ...[1, 2, 3, 4].map((n) => bring('ann', `ann ${n}`)),
    bring('bob', 'bob 1'),
    bring('bob', 'bob 2'),
    bring('cas', 'cas 1'),
  ]
  for (const _ of all) await endNext()
  await Promise.all(all)
  expect(begun).toEqual(['ann 1', 'ann 2', 'bob 1', 'cas 1', 'ann 3', 'bob 2', 'ann 4'])
})

test('as many run as may, and what failed makes room like what succeeded', async () => {
  const { begun, bring, endNext } = setUp({ atOnce: 2, waiting: 30 })
  const turns = createTurns({ atOnce: 1, waiting: 1 })
  await expect(turns('ann', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns('ann', async () => 'fine')).toBe('fine')
  const all = ['1', '2', '3'].map((name) => bring('ann', name))
  await setImmediate()
  expect(begun).toEqual(['1', '2'])
  await endNext()
  expect(begun).toEqual(['1', '2', '3'])
  await endNext()
  await endNext()
  expect(await Promise.all(all)).toEqual(['1', '2', '3'])
})

test('when too much waits the next is refused at once, and told when to come back', async () => {
  const { bring, endNext } = setUp({ atOnce: 1, waiting: 1 })
  const first = [bring('ann', '1'), bring('ann', '2')]
  await expect(bring('bob', '3')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 5 })
  await endNext()
  await endNext()
  await Promise.all(first)
})

test('what waits for somebody who has gone is never begun, and takes nobody’s place', async () => {
  const { begun, bring, endNext } = setUp({ atOnce: 1, waiting: 2 })
  const gone = new AbortController()
  const first = bring('ann', '1')
  const dropped = bring('bob', '2', gone.signal)
  const later = bring('cas', '3')
  gone.abort()
  await expect(dropped).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const another = bring('bob', '4')
  for (const _ of [1, 2, 3]) await endNext()
  expect(await Promise.all([first, later, another])).toEqual(['1', '3', '4'])
  expect(begun).toEqual(['1', '3', '4'])
  await expect(bring('bob', '5', gone.signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
