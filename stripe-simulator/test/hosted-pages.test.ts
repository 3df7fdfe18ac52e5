import { fastify, type FastifyInstance, type InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Challenge, Dashboard, HostedActions, Onboarding, RefundChange } from '../src/hosted/hosted-actions.ts'
import { serveHostedPages } from '../src/hosted/hosted-pages.ts'

const challengePath = (id: string): string => `/hosted/3d-secure/${id}`
const onboardingPath = (token: string): string => `/hosted/onboarding/${token}`
const dashboardPath = (token: string): string => `/hosted/dashboard/${token}`

const BASE = 'http://localhost:3000/stripe-simulator'
const RETURN_URL = 'https://shop.example/back?payment_intent=pi_1'
const FRAMER = 'https://shop.example'

const PAYMENT: Challenge = {
  id: '3ds_1',
  state: 'open',
  kind: 'payment',
  amount: 8550,
  currency: 'eur',
  brand: 'visa',
  last4: '3184',
  returnUrl: null,
}
const ONBOARDING: Onboarding = {
  accountId: 'acct_1',
  displayName: '<b>Ruth</b>',
  email: null,
  country: 'NL',
  due: ['identity.individual.given_name', 'identity.attestations.terms_of_service.account', 'something.new'],
}
const DASHBOARD: Dashboard = {
  accountId: 'acct_1',
  displayName: 'Ruth',
  balances: [{ currency: 'eur', amount: 123_450 }],
  transfers: [
    {
      id: 'tr_1',
      amount: 8550,
      currency: 'eur',
      description: null,
      created: 1_795_000_000,
      left: 7350,
      refunds: [{ id: 're_1', amount: 1200, status: 'pending' }],
    },
  ],
}

class MemoryActions implements HostedActions {
  challenges = new Map([[PAYMENT.id, { ...PAYMENT }]])
  opened = new Set<string>()
  outcomes: string[] = []

  challenge = (id: string): Promise<Challenge | undefined> => Promise.resolve(this.challenges.get(id))

  decideChallenge = (id: string, outcome: 'pass' | 'fail'): Promise<Challenge | undefined> => {
    const challenge = this.challenges.get(id)
    if (challenge?.state === 'open') challenge.state = outcome === 'pass' ? 'passed' : 'failed'
    return Promise.resolve(challenge)
  }

  openOnboarding: HostedActions['openOnboarding'] = (token) => {
    if (!token.startsWith('link_')) return Promise.resolve(undefined)
    if (this.opened.has(token)) return Promise.resolve({ refreshUrl: 'https://shop.example/refresh' })
    this.opened.add(token)
    return Promise.resolve({ onboarding: ONBOARDING, session: 'session_1' })
  }

  decideOnboarding: HostedActions['decideOnboarding'] = (session, outcome) => {
    if (session !== 'session_1') return Promise.resolve(undefined)
    this.outcomes.push(outcome)
    return Promise.resolve({ returnUrl: 'https://shop.example/return' })
  }

  dashboard: HostedActions['dashboard'] = (token) => {
    if (token === 'broken') return Promise.reject(new Error('Secret detail'))
    if (this.opened.has(token)) return Promise.resolve(undefined)
    this.opened.add(token)
    return Promise.resolve({ dashboard: DASHBOARD, session: 'session_1' })
  }

  changes: RefundChange[] = []

  changeRefunds: HostedActions['changeRefunds'] = (session, change) => {
    if (session !== 'session_1') return Promise.resolve(undefined)
    this.changes.push(change)
    return Promise.resolve(DASHBOARD)
  }
}

let actions: MemoryActions
let server: FastifyInstance

beforeEach(() => {
  actions = new MemoryActions()
  server = fastify()
  // Adds a form parser in place of the API's parser. The forms of the hosted pages must not depend on it.
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) => {
    done(null, { parsedBy: 'the API' })
  })
  serveHostedPages(server, { actions, base: BASE, frameAncestors: [FRAMER] })
})

afterEach(() => server.close())

const get = (url: string, headers: InjectOptions['headers'] = {}) => server.inject({ url, headers })

const post = (url: string, form: Record<string, string>, headers: InjectOptions['headers'] = {}) =>
  server.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

const readPolicy = ({ headers }: { headers: Record<string, unknown> }): string[] =>
  String(headers['content-security-policy']).split('; ')

describe('every hosted page', () => {
  it.each([challengePath('3ds_1'), onboardingPath('link_1'), dashboardPath('login_1'), dashboardPath('gone')])(
    'announces the simulation in the requested language: %s',
    async (path) => {
      actions.opened.add('gone')
      const dutch = await get(path, { 'accept-language': 'nl' })
      expect(dutch.body).toMatch(/<html\s+lang="nl"/u)
      expect(dutch.body).toContain('Testmodus')

      actions.opened.delete('link_1')
      actions.opened.delete('login_1')
      const english = await get(`${path}?locale=en&theme=dark`, { 'accept-language': 'nl' })
      expect(english.body).toMatch(/<html\s+lang="en"\s+data-theme="dark"/u)
      expect(english.body).toContain('Test mode')
    },
  )

  it('runs only its own script, is not cached, and sends no referrer', async () => {
    const page = await get(challengePath('3ds_1'))
    expect(readPolicy(page)).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
      ]),
    )
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(page.body).not.toMatch(/\son\w+=|<style|\sstyle=|<script>/u)
  })

  it('works below any path, with relative links', async () => {
    const page = await get(challengePath('3ds_1'))
    const links = Array.from(page.body.matchAll(/(?:href|src|action)="([^"]*)"/gu), ([, link]) => link ?? '')
    expect(links).toEqual(['../hosted.css', '../challenge.js'])
    for (const link of links) {
      const { pathname } = new URL(link, `http://localhost${challengePath('3ds_1')}`)
      expect((await get(pathname)).statusCode).toBe(200)
    }
  })

  it('may be framed only by named sites, and only for 3-D Secure', async () => {
    expect(readPolicy(await get(challengePath('3ds_1')))).toContain(`frame-ancestors 'self' ${FRAMER}`)
    expect(readPolicy(await get(onboardingPath('link_1')))).toContain("frame-ancestors 'none'")
    expect(readPolicy(await get(dashboardPath('login_1')))).toContain("frame-ancestors 'none'")
  })

  it('shows a failure without its details', async () => {
    const page = await get(dashboardPath('broken'))
    expect(page.statusCode).toBe(500)
    expect(page.body).toContain('That went wrong')
    expect(page.body).not.toContain('Secret detail')
  })
})

describe('a 3-D Secure challenge', () => {
  it('shows its payment', async () => {
    const { body } = await get(`${challengePath('3ds_1')}?locale=nl`)
    expect(body).toContain('85,50')
    expect(body).toContain('Visa, eindigend op 3184')
  })

  it.each([
    ['pass', 'passed'],
    ['fail', 'failed'],
  ])('accepts one decision: %s', async (outcome, state) => {
    const url = `${challengePath('3ds_1')}?locale=nl&theme=dark`
    const decided = await post(url, { outcome })
    expect(decided.statusCode).toBe(303)
    // A relative address works below any path prefix.
    expect(decided.headers.location).toBe('3ds_1?locale=nl&theme=dark')
    const { body } = await get(url)
    expect(body).toMatch(new RegExp(`data-challenge="3ds_1"\\s+data-state="${state}"`, 'u'))
    expect(body).not.toContain('<form')

    await post(url, { outcome: outcome === 'pass' ? 'fail' : 'pass' })
    expect(actions.challenges.get('3ds_1')?.state).toBe(state)
  })

  it('a 3-D Secure challenge can redirect the person to the return address', async () => {
    actions.challenges.set('3ds_2', { ...PAYMENT, id: '3ds_2', returnUrl: RETURN_URL })
    expect(readPolicy(await get(challengePath('3ds_2')))).toContain("form-action 'self' https://shop.example")
    const decided = await post(challengePath('3ds_2'), { outcome: 'pass' })
    expect(decided.statusCode).toBe(303)
    expect(decided.headers.location).toBe(RETURN_URL)
  })

  it('ignores an invalid answer', async () => {
    expect((await post(challengePath('3ds_1'), { outcome: 'perhaps' })).statusCode).toBe(400)
    expect((await post(challengePath('3ds_1'), {})).statusCode).toBe(400)
    expect(actions.challenges.get('3ds_1')?.state).toBe('open')
  })

  it('shows a page for an unknown challenge', async () => {
    expect((await get(challengePath('3ds_9'))).statusCode).toBe(404)
    expect((await post(challengePath('3ds_9'), { outcome: 'pass' })).statusCode).toBe(404)
  })
})

describe('the origin check of a request', () => {
  it.each([
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3001', host: 'localhost:3000' },
  ])('rejects %j', async (headers) => {
    const refused = await post(challengePath('3ds_1'), { outcome: 'pass' }, headers)
    expect(refused.statusCode).toBe(403)
    expect(actions.challenges.get('3ds_1')?.state).toBe('open')

    await get(onboardingPath('link_1'))
    await post(onboardingPath('link_1'), { session: 'session_1', outcome: 'reject' }, headers)
    expect(actions.outcomes).toEqual([])
  })

  it.each([
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' },
    // A post behind a proxy, without `sec-fetch-site`.
    { origin: 'http://localhost:3000', host: '127.0.0.1:4010' },
    { origin: 'http://127.0.0.1:4010', host: '127.0.0.1:4010' },
    {},
  ])('accepts %j', async (headers) => {
    expect((await post(challengePath('3ds_1'), { outcome: 'pass' }, headers)).statusCode).toBe(303)
    expect(actions.challenges.get('3ds_1')?.state).toBe('passed')
  })
})

describe('onboarding', () => {
  it.each(['complete', 'incomplete', 'reject'])(
    'ends with the chosen outcome, and returns to the platform: %s',
    async (outcome) => {
      const page = await get(onboardingPath('link_1'))
      expect(page.body).toContain('name="session" value="session_1"')
      const decided = await post(onboardingPath('link_1'), { session: 'session_1', outcome })
      expect(decided.statusCode).toBe(303)
      expect(decided.headers.location).toBe('https://shop.example/return')
      expect(actions.outcomes).toEqual([outcome])
    },
  )

  it('shows known requirements in words, and unknown requirements by name', async () => {
    const { body } = await get(onboardingPath('link_1'))
    expect(body).toContain('A first name')
    expect(body).toContain('Agreement with the terms')
    expect(body).toContain('something.new')
    expect(body).toContain('&lt;b&gt;Ruth&lt;/b&gt;')
    expect(body).toContain('Netherlands')
  })

  it('opens its link once; a second visit is redirected to the refresh address', async () => {
    await get(onboardingPath('link_1'))
    const again = await get(onboardingPath('link_1'))
    expect(again.statusCode).toBe(303)
    expect(again.headers.location).toBe('https://shop.example/refresh')
  })

  it('is not used up by a prefetch', async () => {
    expect((await server.inject({ method: 'HEAD', url: onboardingPath('link_1') })).statusCode).toBe(404)
    expect((await get(onboardingPath('link_1'), { 'sec-purpose': 'prefetch;prerender' })).statusCode).toBe(503)
    expect(actions.opened.size).toBe(0)
  })

  it('shows a page for an unknown link', async () => {
    expect((await get(onboardingPath('no-link'))).statusCode).toBe(404)
    const unknown = await post(onboardingPath('link_1'), { session: 'session_9', outcome: 'complete' })
    expect(unknown.statusCode).toBe(404)
  })
})

describe('the dashboard', () => {
  it('a dashboard link shows balances and transfers only once', async () => {
    const { body } = await get(dashboardPath('login_1'))
    expect(body).toContain('€1,234.50')
    expect(body).toContain('€85.50')
    expect(body).toContain('18 Nov 2026')
    expect((await get(dashboardPath('login_1'))).statusCode).toBe(404)
  })

  it('the dashboard makes refunds only for the session that opened the page', async () => {
    const path = dashboardPath('login_1')
    const { body } = await get(path)
    expect(body).toContain('Refund of €12.00: pending')
    expect(body).toContain('value="73.50"')
    const refund = { session: 'session_1', do: 'refund', id: 'tr_1', left: '7350' }
    expect((await post(path, { ...refund, amount: '12,50' })).statusCode).toBe(200)
    await post(path, { ...refund, amount: '7' })
    await post(path, { session: 'session_1', do: 'fail', id: 're_1' })
    expect(actions.changes).toEqual([
      { do: 'refund', id: 'tr_1', amount: 1250, left: 7350 },
      { do: 'refund', id: 'tr_1', amount: 700, left: 7350 },
      { do: 'fail', id: 're_1' },
    ])
    for (const amount of ['', '0', '-1', '1e3', '0.005']) {
      expect((await post(path, { ...refund, amount })).statusCode).toBe(400)
    }
    expect((await post(path, { ...refund, session: 'session_9', amount: '1' })).statusCode).toBe(404)
    expect(actions.changes).toHaveLength(3)
  })
})
