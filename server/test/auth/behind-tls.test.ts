import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PASSWORD } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

const ADDRESSES = ['/', '/login', '/favicon.svg', '/api/session', '/api/nowhere', '/rpc/nowhere', '/%zz', '/readyz']

describe.each([
  { publicUrl: 'https://kundig.example', secure: true },
  { publicUrl: 'http://kundig.example', secure: false },
  { publicUrl: undefined, secure: false },
])('a server with the public address $publicUrl', ({ publicUrl, secure }) => {
  let app: TestApp
  let here: string
  beforeAll(async () => {
    app = await createTestApp({ publicUrl, withPages: true })
    here = `http://127.0.0.1:${app.settings.port}`
  })
  afterAll(() => app.close())

  const post = (path: string, body: object, cookies: readonly string[] = []) =>
    fetch(here + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies.map((line) => line.split(';')[0]).join('; ') },
      body: JSON.stringify(body),
    })

  it(`${secure ? 'sends HSTS for a year' : 'sends no HSTS'} with every answer`, async () => {
    for (const path of ADDRESSES) {
      const answer = await fetch(here + path)
      expect({ path, sts: answer.headers.get('strict-transport-security') }).toEqual({
        path,
        sts: secure ? 'max-age=31536000; includeSubDomains' : null,
      })
      await answer.text()
    }
  })

  it(`sets cookies that no script reads${secure ? ', restricted to TLS and to this host' : ''}`, async () => {
    const person = { email: `${randomUUID()}@example.com`, password: PASSWORD }
    const signedUp = await post('/api/auth/sign-up/email', { ...person, name: '' })
    const signedIn = await post('/api/auth/sign-in/email', person)
    const signedOut = await post('/api/auth/sign-out', {}, signedIn.headers.getSetCookie())
    for (const { status, headers } of [signedUp, signedIn, signedOut]) {
      expect(status).toBe(200)
      const cookies = headers.getSetCookie()
      expect(cookies.length).toBeGreaterThan(0)
      for (const cookie of cookies) {
        // A cookie without a value is a deletion. Behind TLS, it may delete the cookie that is used without TLS.
        expect(cookie).toMatch(secure ? /^(?:__Host-kundig\.\w+=|kundig\.\w+=;)/u : /^kundig\.\w+=/u)
        expect(cookie).toMatch(/; Path=\//iu)
        expect(cookie).toMatch(/; HttpOnly/iu)
        expect(cookie).toMatch(/; SameSite=Lax/iu)
        expect(/; Secure/iu.test(cookie)).toBe(secure)
        expect(cookie).not.toMatch(/; Domain/iu)
      }
    }
  })
})
