import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { loadRpcClient } from '../../../platform/api/client.ts'
import { sendOverHttp, computeRetryDelayMs } from './outbox-sending.ts'

const MESSAGE = {
  room_id: '00000000-0000-7000-8000-000000000001',
  client_id: '00000000-0000-4000-8000-000000000001',
  content: 'Hello',
}

beforeAll(async () => void (await loadRpcClient()))
afterEach(() => void vi.unstubAllGlobals())

function serve(body: object): void {
  vi.stubGlobal('window', { location: { origin: 'http://kundig.example' } })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', async () => Response.json({ json: body }, { status: 429 }))
}

test.each([
  ['for the delay that the response gives', { kind: 'AUTH_ERROR', retry_after_s: 7 }, 7],
  ['for its own delay when the response gives none', { kind: 'AUTH_ERROR' }, undefined],
])('a send over HTTP that exceeds the rate limit waits %s', async (_how, data, seconds) => {
  serve({ defined: true, code: 'TOO_MANY_ATTEMPTS', status: 429, message: '', data })
  expect(await sendOverHttp(MESSAGE)).toEqual({ ok: false, code: 'TOO_MANY_ATTEMPTS', retry_after_s: seconds })
})

test('tabs that were refused at the same moment retry at different moments', () => {
  const [soonest, latest] = [() => 0, () => 1]
  expect(
    [1, 2, 9].map((attempt) => [computeRetryDelayMs(attempt, 0, soonest), computeRetryDelayMs(attempt, 0, latest)]),
  ).toEqual([
    [150, 300],
    [300, 600],
    [2500, 5000],
  ])
  expect(computeRetryDelayMs(1, 2000, soonest)).toBeGreaterThanOrEqual(2000)
  expect(computeRetryDelayMs(1, 2000, latest)).toBeGreaterThan(computeRetryDelayMs(1, 2000, soonest))
})
