import { expect, test } from 'vitest'

import { isLaterRelease } from './releases.ts'

test.each([
  ['built later, with other content', '200-ab', '100-cd', true],
  ['built later, with the same content', '200-ab', '100-ab', false],
  ['built earlier, as on a server that is not replaced yet', '100-ab', '200-cd', false],
  ['of an unknown format', 'later', '100-cd', false],
  ['later than one of an unknown format', '200-ab', '', false],
])('a release %s is compared with the current release', (_what, theirs, own, isLater) => {
  expect(isLaterRelease(theirs, own)).toBe(isLater)
})
