import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type FakeGoogle, startFakeGoogle, type GoogleIdentity } from '@kundig/testing/people/fake-google'
import {
  callback,
  chooseFakeAccount,
  returnFromGoogle as comeBackTo,
  createBrowser,
  start,
  toChoiceUrl,
  visit,
} from '@kundig/testing/people/google-window'
import type { Person } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

import { findFreePort } from '../../../src/platform/http/free-port.ts'

interface Account extends Record<string, unknown> {
  id: string
  name: string
  image: string | null
  email_verified: boolean
  providers: string[]
  sessions: number
  tokens: number
  has_profile: boolean
}

async function findAccount(app: TestApp, email: string): Promise<Account | undefined> {
  const [row] = await app.sql<Account>(
    `SELECT u.id, u.name, u.image, u.email_verified,
       (SELECT coalesce(array_agg(a.provider_id ORDER BY a.provider_id), '{}') FROM account a WHERE a.user_id = u.id) AS providers,
       (SELECT count(*)::int FROM session s WHERE s.user_id = u.id) AS sessions,
       (SELECT count(*)::int FROM account a WHERE a.user_id = u.id
          AND num_nonnulls(a.access_token, a.refresh_token, a.id_token) > 0) AS tokens,
       EXISTS (SELECT FROM profiles p WHERE p.id = u.id) AS has_profile
     FROM "user" u WHERE u.email = $1`,
    [email],
  )
  return row
}

const SESSION = 'kundig.session_token'

describe('the pretend accounts of the embedded mode', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ google: 'pretend' })
  })
  afterAll(() => app.close())

  const choose = (browser: Person, whom: string, headers?: Record<string, string>): Promise<string> =>
    chooseFakeAccount(app, browser, whom, headers)

  it('are offered as sign-in with Google', async () => {
    expect(await app.must(null, 'GET', '/api/sign-in-providers')).toMatchObject({ google: true })
  })

  it('give a new person an account without profile or picture, and suggest their name for a profile', async () => {
    const browser = createBrowser()
    expect(await choose(browser, 'robin')).toBe('/auth/popup')
    expect(await findAccount(app, 'robin.peters@post.example')).toEqual({
      id: expect.any(String) as string,
      name: 'Robin Peters',
      image: null,
      email_verified: true,
      providers: ['google'],
      sessions: 1,
      tokens: 0,
      has_profile: false,
    })
    expect((await app.session(browser))?.user).toMatchObject({
      email: 'robin.peters@post.example',
      suggested_name: 'Robin Peters',
    })
  })

  it('signing in with Google marks the browser as known', async () => {
    const browser = createBrowser()
    await choose(browser, 'robin')
    expect(browser.cookies.get('kundig.device')).toMatch(/^[\w-]{43}$/u)
    const known = await app.sql(
      `SELECT 1 FROM known_devices d JOIN "user" u ON u.id = d.user_id
       WHERE u.email = 'robin.peters@post.example' AND d.device_hash = encode(sha256($1::bytea), 'hex')`,
      [browser.cookies.get('kundig.device')],
    )
    expect(known).toHaveLength(1)
    const cancelled = createBrowser()
    await choose(cancelled, 'cancel')
    expect(cancelled.cookies.has('kundig.device')).toBe(false)
  })

  it('sign the same person in to the same account, and ask for the choice each time', async () => {
    const browser = createBrowser()
    await choose(browser, 'robin')
    const before = await findAccount(app, 'robin.peters@post.example')
    expect(await choose(browser, 'robin')).toBe('/auth/popup')
    expect(await findAccount(app, 'robin.peters@post.example')).toMatchObject({ id: before?.id, providers: ['google'] })
  })

  it('return visitors to the origin from which they came', async () => {
    const browser = createBrowser()
    const { port } = new URL(app.url)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const begun = await visit(app, browser, `http://${host}/api/auth/google/start`)
      expect(new URL(begun.to).searchParams.get('redirect_uri')).toBe(`http://${host}/api/auth/callback/google`)
    }
  })

  it('refuse an address that the provider never verified, with and without an account', async () => {
    const browser = createBrowser()
    expect(await choose(browser, 'noor')).toBe('/auth/popup?error=GOOGLE_EMAIL_UNVERIFIED')
    expect(await findAccount(app, 'noor.haddad@post.example')).toBeUndefined()
    await app.signUp('noor.haddad@post.example')
    await app.sql(`UPDATE "user" SET email_verified = true WHERE email = 'noor.haddad@post.example'`, [])
    expect(await choose(browser, 'noor')).toBe('/auth/popup?error=GOOGLE_EMAIL_UNVERIFIED')
    expect(await findAccount(app, 'noor.haddad@post.example')).toMatchObject({ providers: ['credential'], sessions: 1 })
  })

  it('can be cancelled', async () => {
    const browser = createBrowser()
    expect(await choose(browser, 'cancel')).toBe('/auth/popup?error=GOOGLE_CANCELLED')
    expect(browser.cookies.has(SESSION)).toBe(false)
  })

  it('the account page is in the visitor’s language and has no scripts', async () => {
    const browser = createBrowser()
    browser.cookies.set('language', 'nl')
    const { to } = await start(app, browser)
    const shown = await visit(app, browser, to)
    expect(shown.page).toContain('<html lang="nl">')
    expect(shown.page).toContain('Kies een account')
    expect(shown.page).not.toContain('<script')
    expect((await visit(app, browser, toChoiceUrl(to, 'unknown'))).status).toBe(404)
  })

  it('bind a choice to the browser that began the sign-in, and redeem each code once', async () => {
    const browser = createBrowser()
    const chosen = await visit(app, browser, toChoiceUrl((await start(app, browser)).to, 'robin'))
    expect((await visit(app, createBrowser(), chosen.to)).to).toBe('/auth/popup?error=AUTHENTICATION_FAILED')
    expect((await visit(app, browser, chosen.to)).to).toBe('/auth/popup')
    expect((await visit(app, browser, chosen.to)).to).toBe('/auth/popup?error=AUTHENTICATION_FAILED')
  })

  it('serve no other paths of the provider, and redirect to no other site', async () => {
    for (const path of ['/.well-known/openid-configuration', '/me', '/reg', '/session/end', '/request']) {
      expect((await visit(app, createBrowser(), `/dev/identity${path}`)).status).toBe(404)
    }
    const { to } = await start(app, createBrowser())
    const bent = new URL(to)
    bent.searchParams.set('redirect_uri', 'https://elsewhere.example/')
    expect(await visit(app, createBrowser(), bent.href)).toMatchObject({ status: 400, to: '' })
    expect(await visit(app, createBrowser(), toChoiceUrl(bent.href, 'robin'))).toMatchObject({ status: 404, to: '' })
  })
})

describe('without Google', () => {
  it('the site offers no sign-in with Google, and Google addresses redirect with an error', async () => {
    const app = await createTestApp()
    expect(await app.must(null, 'GET', '/api/sign-in-providers')).toMatchObject({ google: false })
    expect(await start(app, createBrowser())).toMatchObject({ to: '/auth/popup?error=GOOGLE_UNAVAILABLE' })
    expect((await visit(app, createBrowser(), '/dev/identity/auth')).status).toBe(404)
    await app.close()
  })
})

describe('behind TLS', () => {
  it('the visitor stays at the public address, which alone receives the cookies', async () => {
    const port = await findFreePort()
    const app = await createTestApp({ google: 'pretend', publicUrl: 'https://kundig.example', port })
    const near = (to: string): string => to.replace('https://kundig.example', `http://127.0.0.1:${port}`)
    const browser = createBrowser()
    const begun = await visit(app, browser, near('https://kundig.example/api/auth/google/start'))
    expect(begun.to).toMatch(/^https:\/\/kundig\.example\/dev\/identity\/auth\?/u)
    expect(new URL(begun.to).searchParams.get('redirect_uri')).toBe('https://kundig.example/api/auth/callback/google')
    const chosen = await visit(app, browser, near(toChoiceUrl(begun.to, 'robin')))
    expect(chosen.to).toMatch(/^https:\/\/kundig\.example\//u)
    expect((await visit(app, browser, near(chosen.to))).to).toBe('/auth/popup')
    const ours = Array.from(browser.cookies.keys()).filter((name) => name.includes('kundig'))
    expect(ours).toEqual(['__Host-kundig.session_token', '__Host-kundig.device'])
    await app.close()
  })
})

describe('an answer from Google', () => {
  let app: TestApp
  let google: FakeGoogle
  beforeAll(async () => {
    google = await startFakeGoogle()
    app = await createTestApp({ google: google.provider })
  })
  afterAll(async () => {
    await app.close()
    await google.close()
  })

  const comeBack = (browser: Person, identity?: Partial<GoogleIdentity>, query?: Record<string, string>) =>
    comeBackTo({ app, google }, browser, identity, query)
  const someone = (email = `${randomUUID()}@gmail.example`) => ({
    sub: randomUUID(),
    email,
    email_verified: true,
    name: 'Someone',
    picture: 'https://pictures.example/someone.png',
  })

  // spec 7.3
  it('is requested with PKCE, a state and a nonce, and accepted when all match', async () => {
    const browser = createBrowser()
    const begun = new URL((await start(app, browser)).to)
    expect(Object.fromEntries(begun.searchParams)).toMatchObject({
      client_id: google.provider.clientId,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/u) as string,
      nonce: expect.stringMatching(/.{20}/u) as string,
      state: expect.stringMatching(/.{20}/u) as string,
      prompt: 'select_account',
      hl: 'en',
    })
    const claims = someone(`${randomUUID().toUpperCase()}@Gmail.example`)
    expect(await comeBack(browser, { claims })).toBe('/auth/popup')
    expect(await findAccount(app, claims.email.toLowerCase())).toMatchObject({
      name: 'Someone',
      image: null,
      email_verified: true,
      tokens: 0,
      sessions: 1,
    })
    expect(google.asked.get('code_verifier')).toMatch(/^[\w-]{43,128}$/u)
  })

  it.each<[string, Partial<GoogleIdentity>]>([
    ['for another client', { audience: 'someone-else' }],
    ['by another issuer', { issuer: 'https://accounts.google.com' }],
    ['signed by another key', { key: 'another' }],
    ['not signed at all', { token: 'unsigned' }],
    ['that has expired', { expiresIn: -120 }],
    ['with the nonce of another sign-in', { nonce: 'another' }],
  ])('is refused with a token %s', async (_what, identity) => {
    const browser = createBrowser()
    const claims = someone()
    expect(await comeBack(browser, { claims, ...identity })).toBe('/auth/popup?error=AUTHENTICATION_FAILED')
    expect(await findAccount(app, claims.email)).toBeUndefined()
    expect(browser.cookies.has(SESSION)).toBe(false)
  })

  it.each<[string, Partial<GoogleIdentity['claims']>]>([
    ['no address', { email: undefined }],
    ['an invalid address', { email: 'no-address' }],
    ['no subject', { sub: '' }],
    ['a NUL byte', { email: 'a\u0000@gmail.example' }],
    ['a subject that the database cannot store', { sub: 'a\u0000' }],
  ])('is refused if the token has %s', async (_what, claims) => {
    expect(await comeBack(createBrowser(), { claims: { ...someone(), ...claims } })).toBe(
      '/auth/popup?error=AUTHENTICATION_FAILED',
    )
  })

  it.each<[string, unknown, string]>([
    ['in another form', '  Zoe\u0308   de\tWit ', 'Zoë de Wit'],
    ['too long', 'x'.repeat(101), ''],
    ['with markup', '<b>Robin</b>', ''],
    ['with a NUL byte', 'Robin\u0000', ''],
    ['of broken characters', 'Robin \ud800', ''],
    ['without visible characters', ' \u200b ', ''],
    ['that is not a text', { first: 'Robin' }, ''],
    ['that is missing', undefined, ''],
  ])('is accepted with a name %s, and suggests only a permitted name', async (_what, name, suggested) => {
    const browser = createBrowser()
    const claims = { ...someone(), name }
    expect(await comeBack(browser, { claims })).toBe('/auth/popup')
    expect((await app.session(browser))?.user).toMatchObject({ email: claims.email, suggested_name: suggested })
  })

  it('does not change the name at a later sign-in', async () => {
    const browser = createBrowser()
    const claims = someone()
    await comeBack(browser, { claims })
    await comeBack(browser, { claims: { ...claims, name: 'Someone Else' } })
    expect(await findAccount(app, claims.email)).toMatchObject({ name: 'Someone', sessions: 2 })
  })

  it.each<[string, Partial<GoogleIdentity>]>([
    ['refuses the code', { status: 400 }],
    ['fails', { status: 503 }],
    ['sends no token', { token: 'none' }],
  ])('is reported as unavailable if the provider %s', async (_what, identity) => {
    expect(await comeBack(createBrowser(), { claims: someone(), ...identity })).toBe(
      '/auth/popup?error=GOOGLE_UNAVAILABLE',
    )
  })

  it('is refused from another provider', async () => {
    expect(await comeBack(createBrowser(), { claims: someone() }, { iss: 'https://other.example' })).toBe(
      '/auth/popup?error=AUTHENTICATION_FAILED',
    )
  })

  it('is refused with a forged state, another person’s state or a used state', async () => {
    const browser = createBrowser()
    const FAILED = { status: 302, to: '/auth/popup?error=AUTHENTICATION_FAILED' }
    const attempt = (query: Record<string, string>) => visit(app, browser, callback(query))
    expect(await attempt({ code: 'a-code', state: 'forged' })).toMatchObject(FAILED)
    await start(app, browser)
    expect(await attempt({ code: 'a-code', state: 'forged' })).toMatchObject(FAILED)
    const another = new URL((await start(app, createBrowser())).to).searchParams.get('state') ?? ''
    expect(await attempt({ code: 'a-code', state: another })).toMatchObject(FAILED)

    const begun = new URL((await start(app, browser)).to)
    google.began(begun)
    google.identity.claims = someone()
    const used = { code: 'a-code', state: begun.searchParams.get('state') ?? '' }
    expect(await attempt(used)).toMatchObject({ to: '/auth/popup' })
    expect(await attempt(used)).toMatchObject(FAILED)
  })

  it.each([
    ['nothing', ''],
    ['an empty state', '?state='],
    ['two states', '?code=a&state=a&state=b'],
    ['an overlong state', `?code=a&state=${'x'.repeat(5000)}`],
    ['NUL bytes', '?code=%00&state=%00'],
    ['a made-up error', '?error=https://elsewhere.example&state=x'],
    ['another destination', '?code=a&state=b&callbackURL=https://elsewhere.example'],
  ])('with %s redirects to our own page with an error', async (_what, query) => {
    expect(await visit(app, createBrowser(), `/api/auth/callback/google${query}`)).toMatchObject({
      status: 302,
      to: '/auth/popup?error=AUTHENTICATION_FAILED',
    })
  })

  it('cannot be requested by another site, or for another destination', async () => {
    const browser = createBrowser()
    expect(await start(app, browser, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
      to: '/auth/popup?error=AUTHENTICATION_FAILED',
    })
    expect(browser.cookies.size).toBe(0)
    const { to } = await visit(
      app,
      browser,
      '/api/auth/google/start?callbackURL=https://elsewhere.example&redirect_uri=https://elsewhere.example',
      { 'x-forwarded-host': 'elsewhere.example' },
    )
    expect(to).not.toContain('elsewhere')
    for (const path of ['sign-in/social', 'link-social', 'callback/google', 'sign-in/oauth2']) {
      expect((await app.api(browser, 'POST', `/api/auth/${path}`, { provider: 'google' })).status).toBe(404)
    }
  })
})
