import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { readPush } from './read-push.ts'

const PUSH = {
  title: '3 unread messages from Anna',
  path: '/dashboard?tab=chats&room=r1',
  tag: 'room:r1',
  badge: 3,
} as const
const read = (payload: object) => readPush(JSON.stringify(payload), 'Kundig')

test('shows a push’s text, and opens its page', () => {
  const { title, options, badge } = read({ ...PUSH, body: 'Hello' })
  expect(title).toBe(PUSH.title)
  expect(options).toMatchObject({ body: 'Hello', data: PUSH.path, tag: PUSH.tag, renotify: true })
  expect(badge).toBe(3)
})

test('a push that is marked as silent replaces another notification without a sound', () => {
  const { options } = read({ ...PUSH, silent: true })
  expect(options).toMatchObject({ silent: true, renotify: false })
})

test.each(['https://evil.example/', '//evil.example/', String.raw`/\evil.example/`, 'javascript:alert(1)', 7, null])(
  'a push to %s opens the dashboard',
  (path) => expect(read({ ...PUSH, path }).options.data).toBe('/dashboard'),
)

test('shows a notification for any push, and opens only pages of this site', () => {
  const anything = fc.oneof(fc.string(), fc.json(), fc.constant(undefined))
  fc.assert(
    fc.property(anything, (text) => {
      const { title, options } = readPush(text, 'Kundig')
      expect(title).not.toBe('')
      expect(new URL(String(options.data), 'https://kundig.example').origin).toBe('https://kundig.example')
      // Browsers refuse the option `renotify` without `tag`.
      expect(options.renotify === true && !options.tag).toBe(false)
    }),
  )
})
