import { expect, it } from 'vitest'

import { hasMovedDown } from './use-click-guard.ts'

it.each([
  ['nothing changed', ['a', 'b'], ['a', 'b'], false],
  ['one came in above', ['a', 'b'], ['c', 'a', 'b'], true],
  ['one came in below', ['a', 'b'], ['a', 'b', 'c'], false],
  ['one was taken away', ['a', 'b'], ['b'], false],
  ['one came into an empty list', [], ['a'], false],
  ['one was taken away and two came in above', ['a', 'b'], ['d', 'c', 'b'], true],
])('detects whether entries moved down: %s', (_case, before, after, expected) => {
  expect(hasMovedDown(before, after)).toBe(expected)
})
