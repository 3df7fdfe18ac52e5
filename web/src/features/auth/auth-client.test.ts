import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Refusal } from '@kundig/contract/errors'

import { signIn, signUp } from './auth-client.ts'

vi.mock('../../platform/preferences/preferences.ts', () => ({ getLanguage: () => 'nl' }))

const fetched = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

const credentials = { email: 'sanne@kundig.example', password: 'Tegel-1234' }

async function catchRefusal(call: Promise<void>): Promise<Refusal> {
  const thrown: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof Refusal)) throw new Error('expected a Refusal')
  return thrown
}

// spec 8.67
test.each([
  [401, { code: 'WRONG_CREDENTIALS' }, 'WRONG_CREDENTIALS', undefined],
  [422, { code: 'EMAIL_TAKEN', data: { field: 'email' } }, 'EMAIL_TAKEN', 'email'],
  [400, { code: 'PASSWORD_WEAK', data: { field: 'password' } }, 'PASSWORD_WEAK', 'password'],
  [429, { code: 'TOO_MANY_ATTEMPTS', data: {} }, 'TOO_MANY_ATTEMPTS', undefined],
  [429, { message: 'Too many requests.' }, 'TOO_MANY_ATTEMPTS', undefined],
  [503, null, 'UNAVAILABLE', undefined],
  [500, { code: 'UNEXPECTED' }, 'AUTHENTICATION_FAILED', undefined],
  [400, { code: 'toString' }, 'AUTHENTICATION_FAILED', undefined],
  [500, 'no JSON at all', 'AUTHENTICATION_FAILED', undefined],
])('maps the answer %i %j to %s', async (status, body, code, field) => {
  fetched.mockResolvedValue(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
  expect(await catchRefusal(signUp(credentials))).toMatchObject({ code, field })
})

test('reports a call that never arrives as a network failure', async () => {
  fetched.mockRejectedValue(new TypeError('fetch failed'))
  expect((await catchRefusal(signIn(credentials))).code).toBe('NETWORK')
})

// spec 7.8
test('sends the reader’s language with a call', async () => {
  fetched.mockResolvedValue(Response.json({}))
  await signIn(credentials)
  expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ 'x-kundig-locale': 'nl' })
})
