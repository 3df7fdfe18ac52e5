import { expect, test } from 'vitest'

import { chooseTab, type Tab } from './tab-choice.ts'

const ROOM = '/dashboard?tab=chats&room=r1'
const tabAt = (path: string, change: Partial<Tab> = {}): Tab => ({
  url: `https://kundig.example${path}`,
  focused: false,
  visibilityState: 'hidden',
  frameType: 'top-level',
  ...change,
})

test('a tap leads to the tab that is at the room already, though another one is looked at', () => {
  const there = tabAt(ROOM)
  expect(chooseTab([tabAt('/', { focused: true, visibilityState: 'visible' }), there], ROOM)).toBe(there)
})

test('a tap leads to the tab that is looked at, else to one that can be seen, else to any', () => {
  const [any, visible, focused] = [
    tabAt('/'),
    tabAt('/account', { visibilityState: 'visible' }),
    tabAt('/dashboard', { focused: true, visibilityState: 'visible' }),
  ]
  expect(chooseTab([any, visible, focused], ROOM)).toBe(focused)
  expect(chooseTab([any, visible], ROOM)).toBe(visible)
  expect(chooseTab([any], ROOM)).toBe(any)
})

test('a tap opens a new tab where there is none, or only a window that somebody signs in with', () => {
  expect(chooseTab([], ROOM)).toBeUndefined()
  expect(chooseTab([tabAt('/auth/popup', { focused: true })], ROOM)).toBeUndefined()
  expect(chooseTab([tabAt('/', { frameType: 'nested' })], ROOM)).toBeUndefined()
})
