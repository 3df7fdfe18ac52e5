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

test('a tap leads to the tab that already shows the room, even if another has the focus', () => {
  const there = tabAt(ROOM)
  expect(chooseTab([tabAt('/', { focused: true, visibilityState: 'visible' }), there], ROOM)).toBe(there)
})

test('a tap prefers the focused tab, then a visible tab, then any other tab', () => {
  const [any, visible, focused] = [
    tabAt('/'),
    tabAt('/account', { visibilityState: 'visible' }),
    tabAt('/dashboard', { focused: true, visibilityState: 'visible' }),
  ]
  expect(chooseTab([any, visible, focused], ROOM)).toBe(focused)
  expect(chooseTab([any, visible], ROOM)).toBe(visible)
  expect(chooseTab([any], ROOM)).toBe(any)
})

test('a tap opens a new tab when no usable tab is open', () => {
  expect(chooseTab([], ROOM)).toBeUndefined()
  expect(chooseTab([tabAt('/auth/popup', { focused: true })], ROOM)).toBeUndefined()
  expect(chooseTab([tabAt('/', { frameType: 'nested' })], ROOM)).toBeUndefined()
})
