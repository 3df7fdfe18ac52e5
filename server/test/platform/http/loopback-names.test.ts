import { beforeAll, describe, expect, it } from 'vitest'

import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ withPages: true })
let home: string
let other: string
beforeAll(async () => {
  home = `http://localhost:${app.settings.port}`
  other = `http://127.0.0.1:${app.settings.port}`
})

const visit = (address: string, method = 'GET'): Promise<Response> =>
  fetch(address, { method, redirect: 'manual', headers: { accept: 'text/html,*/*;q=0.8' } })

describe('pages on this machine under one host name', () => {
  it.each([
    '/',
    '/?lang=nl&q=a%20b',
    '/dashboard?tab=chats',
    '/profile/x',
    '/account/confirm?code=secret',
    '/help',
    '//x',
  ])('%s under another name redirects to the name in links and mails, and sets no cookie', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await visit(other + path, method)
      expect(answer.status).toBe(307)
      expect(answer.headers.get('location')).toBe(home + path)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect((await visit(home + path)).status).not.toBe(307)
  })

  it('API calls, files, health checks and Google’s callback are answered under each name', async () => {
    for (const path of ['/api/sign-in-providers', '/healthz', '/robots.txt']) {
      expect([path, (await fetch(other + path, { redirect: 'manual' })).status]).toEqual([path, 200])
    }
    expect((await visit(`${other}/api/sign-in-providers`)).status).toBe(200)
    expect((await visit(`${other}/dev/mail`)).status).toBe(200)
    const person = await app.signUp()
    expect((await app.api(person, 'POST', '/api/email-verification', undefined, { origin: other })).status).toBe(200)
  })

  it('programs that do not accept HTML, and submitted forms, are not redirected', async () => {
    expect((await fetch(`${other}/`, { redirect: 'manual' })).status).toBe(200)
    expect((await visit(`${other}/`, 'POST')).status).not.toBe(307)
  })
})
