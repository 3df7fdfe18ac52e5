import { expect, test } from 'vitest'

import { createOutboxTabs, type OutboxNews } from './outbox-tabs.ts'

test('a tab hears from the others of its person, and from nobody else', async () => {
  const [mine, other, foreign] = [createOutboxTabs('anna'), createOutboxTabs('anna'), createOutboxTabs('bram')]
  const heard: [string, OutboxNews][] = []
  mine.listen((news) => heard.push(['mine', news]))
  other.listen((news) => heard.push(['other', news]))
  foreign.listen((news) => heard.push(['foreign', news]))
  mine.tell({})
  await expect.poll(() => heard).toEqual([['other', {}]])
  for (const tabs of [mine, other, foreign]) tabs.close()
})

test('what comes to an end after the person has left is told to nobody, and fails nowhere', () => {
  const tabs = createOutboxTabs('anna')
  tabs.close()
  expect(() => tabs.tell({})).not.toThrow()
})
