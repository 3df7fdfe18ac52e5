import { expect, test } from 'vitest'

import { createOutboxTabs, type OutboxUpdate } from './outbox-tabs.ts'

test('a tab receives updates only from other tabs of the same person', async () => {
  const [mine, other, foreign] = [createOutboxTabs('anna'), createOutboxTabs('anna'), createOutboxTabs('bram')]
  const heard: [string, OutboxUpdate][] = []
  mine.listen((news) => heard.push(['mine', news]))
  other.listen((news) => heard.push(['other', news]))
  foreign.listen((news) => heard.push(['foreign', news]))
  mine.publish({})
  await expect.poll(() => heard).toEqual([['other', {}]])
  for (const tabs of [mine, other, foreign]) tabs.close()
})

test('publishing an update after closing does nothing and does not throw', () => {
  const tabs = createOutboxTabs('anna')
  tabs.close()
  expect(() => tabs.publish({})).not.toThrow()
})

test('a frozen tab loses its lock to a waiting tab, but an active tab does not', async () => {
  const [frozen, one, other] = [1, 2, 3].map(() => createOutboxTabs('anna', 300))
  const thaw = Promise.withResolvers<string>()
  const isStillIts: boolean[] = []
  const frozens = frozen?.withLock('room', async (isMine) => {
    isStillIts.push(isMine())
    const found = await thaw.promise
    isStillIts.push(isMine())
    return found
  })
  const outcome = frozens?.then(
    () => 'went on',
    () => 'lost its turn',
  )
  const log: string[] = []
  const turn = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    log.push(`${name} ends`)
    return name
  }
  expect(await one?.withLock('room', turn('one'))).toBe('one')
  expect(await outcome).toBe('lost its turn')
  await Promise.all([one?.withLock('room', turn('one')), other?.withLock('room', turn('other'))])
  expect(log.slice(2)).toEqual(['one begins', 'one ends', 'other begins', 'other ends'])
  thaw.resolve('at last')
  await expect.poll(() => isStillIts).toEqual([true, false])
  for (const tabs of [frozen, one, other]) tabs?.close()
})
