import { expect, test } from 'vitest'

import { PublishDedupe } from './publish-dedupe.ts'

test('a state is published once, and a new state of the same thing is published again', () => {
  const published = new PublishDedupe()
  expect(published.has('room', 'open')).toBe(false)
  expect(published.isDue('room', 'open')).toBe(true)
  expect(published.has('room', 'open')).toBe(true)
  expect(published.isDue('room', 'open')).toBe(false)
  expect(published.isDue('room', 'closed')).toBe(true)
  expect(published.isDue('other room', 'closed')).toBe(true)
  expect(published.isDue('room', 'closed')).toBe(false)
})

test('the least recently used state is forgotten first, which limits the memory', () => {
  const published = new PublishDedupe(2)
  published.isDue('one', 1)
  published.isDue('two', 1)
  published.isDue('one', 1)
  published.isDue('three', 1)
  expect(published.isDue('one', 1)).toBe(false)
  expect(published.isDue('two', 1)).toBe(true)
})

test('all events of a state are published by the first transaction that commits', async () => {
  const published = new PublishDedupe()
  const done: string[] = []
  const waiting: (() => void | Promise<void>)[] = []
  for (const name of ['one', 'two']) {
    const publish = published.unlessPublished((work) => waiting.push(work), 'request', 'decided')
    publish(() => void done.push(`${name}: room`))
    publish(() => void done.push(`${name}: request`))
  }
  expect(published.has('request', 'decided')).toBe(false)
  for (const work of waiting) await work()
  expect(done).toEqual(['one: room', 'one: request'])
  expect(published.has('request', 'decided')).toBe(true)
})
