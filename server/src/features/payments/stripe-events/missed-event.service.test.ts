import { expect, test } from 'vitest'

import { isWebhookMissed } from './missed-event.service.ts'

const BEGAN_AT = Date.parse('2026-11-27T12:00:00Z')

test.each([
  ['from before the server began', -1000, 60_000, false],
  ['whose webhook may still come', 50_000, 60_000, false],
  ['of twenty seconds ago', 40_000, 60_000, true],
  ['of the first moment of the server', 0, 3_600_000, true],
])('the event %s is recognised as a missed webhook: %4$s', (_name, created, now, isMissed) => {
  const event = { createdAt: new Date(BEGAN_AT + created) }
  expect(isWebhookMissed(event, BEGAN_AT, BEGAN_AT + now)).toBe(isMissed)
})
