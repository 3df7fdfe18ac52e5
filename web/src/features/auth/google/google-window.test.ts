import { expect, test, vi } from 'vitest'

import { type GoogleOutcome, subscribeToGoogleOutcome, parseOutcome, reportOutcome } from './google-window.ts'

test.each<[string, GoogleOutcome]>([
  ['', { ok: true }],
  ['?error=GOOGLE_CANCELLED', { code: 'GOOGLE_CANCELLED' }],
  ['?error=GOOGLE_EMAIL_OF_ANOTHER', { code: 'GOOGLE_EMAIL_OF_ANOTHER' }],
  // A forged error code becomes AUTHENTICATION_FAILED.
  ['?error=ROOM_CLOSED', { code: 'AUTHENTICATION_FAILED' }],
  ['?error=', { code: 'AUTHENTICATION_FAILED' }],
])('the address %j has the outcome %j', (search, outcome) => {
  expect(parseOutcome(search)).toEqual(outcome)
})

test('the opening page receives only valid outcomes', async () => {
  const heard: GoogleOutcome[] = []
  const stop = subscribeToGoogleOutcome((outcome) => heard.push(outcome))
  const stranger = new BroadcastChannel('kundig-google')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel never leaves its origin
  for (const noise of [null, 'ok', { ok: false }, { code: 'NOT_FOUND' }, {}]) stranger.postMessage(noise)
  reportOutcome({ code: 'GOOGLE_CANCELLED' })
  reportOutcome({ ok: true })
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  expect(heard).toEqual([{ code: 'GOOGLE_CANCELLED' }, { ok: true }])
  stranger.close()
  stop()
})
