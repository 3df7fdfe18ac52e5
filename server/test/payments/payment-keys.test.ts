import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { ClientRequest } from 'node:http'

import { fastify } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { PaymentConfiguration } from '@kundig/contract/payments/payments.contract'
import { CARDS } from '@kundig/testing/payments/cards'
import { createPaymentClient, type PaymentClient } from '@kundig/testing/payments/payment-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

import { readEnv } from '../../src/env.ts'
import { openPaymentProvider, type StripeKeys } from '../../src/payment-provider.ts'
import { findFreePort } from '../../src/platform/http/free-port.ts'
import { createHttpServer } from '../../src/platform/http/http-server.ts'
import { createOrigins } from '../../src/platform/http/origins.ts'
import { createLogger } from '../../src/platform/logging/logger.ts'
import { serveSimulator } from '../../src/platform/stripe/simulator-proxy.ts'

const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_madeup',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_madeup',
  STRIPE_WEBHOOK_SECRET: 'whsec_madeup',
  STRIPE_THIN_WEBHOOK_SECRET: 'whsec_madeupthin',
}
const LIVE = { ...KEYS, STRIPE_SECRET_KEY: 'sk_live_madeup', STRIPE_PUBLISHABLE_KEY: 'pk_live_madeup' }
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://kundig.example',
  AUTH_SECRET: 'a'.repeat(32),
  SMTP_URL: 'smtps://mail.example',
}
const TEST_KEYS: StripeKeys = {
  secretKey: 'sk_test_madeup',
  publishableKey: 'pk_test_madeup',
  webhookSecret: 'whsec_madeup',
  connectWebhookSecret: null,
  thinWebhookSecret: 'whsec_madeupthin',
}

const opened = (choice: Parameters<typeof openPaymentProvider>[0]['choice']) =>
  openPaymentProvider({
    choice,
    databaseUrl: '',
    base: 'http://localhost:1',
    loopbackUrl: 'http://127.0.0.1:1',
    secret: 'a secret for tests only, of 32 characters or more',
    logger: createLogger('silent'),
  })

describe('Stripe keys', () => {
  it('are unset by default and must be set together', () => {
    expect(readEnv({}).stripe).toBe(null)
    expect(readEnv(KEYS).stripe).toEqual(TEST_KEYS)
    for (const missing of Object.keys(KEYS)) {
      expect(() => readEnv({ ...KEYS, [missing]: ' ' })).toThrow(`${missing}: required with STRIPE_`)
      const alone = Object.keys(KEYS).filter((name) => name !== missing)
      expect(() => readEnv({ [missing]: KEYS[missing as keyof typeof KEYS] })).toThrow(
        new RegExp(alone.map((name) => `${name}: required with ${missing}`).join('[\\s\\S]*'), 'u'),
      )
    }
  })

  it('are required in production, where no simulator runs', () => {
    expect(() => readEnv(PRODUCTION)).toThrow(
      new RegExp(
        Object.keys(KEYS)
          .map((name) => `${name}: required in production`)
          .join('[\\s\\S]*'),
        'u',
      ),
    )
    expect(readEnv({ ...PRODUCTION, ...KEYS, STRIPE_TEST_MODE: '1' }).stripe).toEqual(TEST_KEYS)
    expect(readEnv({ ...PRODUCTION, ...LIVE }).stripe?.secretKey).toBe('sk_live_madeup')
  })

  // spec 1.13, 9.25
  it('are accepted in live mode only in production', () => {
    for (const NODE_ENV of ['development', 'test', '']) {
      expect(() => readEnv({ ...LIVE, NODE_ENV })).toThrow('live keys move real money')
      expect(() => readEnv({ ...LIVE, STRIPE_SECRET_KEY: 'rk_live_madeup', NODE_ENV })).toThrow('STRIPE_SECRET_KEY')
    }
  })

  it('are accepted in test mode in production only with an explicit setting', () => {
    const meant =
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: test keys take no money; where that is meant, set STRIPE_TEST_MODE=1'
    expect(() => readEnv({ ...PRODUCTION, ...KEYS })).toThrow(meant)
    expect(() => readEnv({ ...PRODUCTION, ...KEYS, STRIPE_TEST_MODE: '0' })).toThrow(meant)
    expect(() => readEnv({ ...PRODUCTION, ...LIVE, STRIPE_TEST_MODE: '1' })).toThrow(
      'STRIPE_TEST_MODE: these keys are live',
    )
  })

  it('must all be of one mode', () => {
    for (const mixed of [
      { STRIPE_SECRET_KEY: 'sk_live_madeup' },
      { STRIPE_SECRET_KEY: 'rk_live_madeup' },
      { STRIPE_PUBLISHABLE_KEY: 'pk_live_madeup' },
    ]) {
      expect(() => readEnv({ ...PRODUCTION, ...KEYS, ...mixed })).toThrow('one is of test mode and the other is live')
    }
  })

  it('are refused when swapped, with an error that does not reveal their values', () => {
    for (const wrong of [
      { STRIPE_SECRET_KEY: 'pk_test_confused' },
      { STRIPE_PUBLISHABLE_KEY: 'sk_test_confused' },
      { STRIPE_WEBHOOK_SECRET: 'sk_test_confused' },
      { STRIPE_THIN_WEBHOOK_SECRET: 'confused' },
      { STRIPE_SECRET_KEY: 'sk_test_confused\nX: y' },
    ]) {
      const [name = ''] = Object.keys(wrong)
      const start = (): unknown => readEnv({ ...KEYS, ...wrong })
      expect(start).toThrow(`${name}: must be`)
      expect(start).not.toThrow('confused')
    }
  })
})

describe('the prefix of the functions', () => {
  // spec 7.23, 9.23
  it('defaults to /functions and must be a path', () => {
    expect(readEnv({}).functionsPrefix).toBe('/functions')
    expect(readEnv({ FUNCTIONS_PREFIX: '/api/functions' }).functionsPrefix).toBe('/api/functions')
    for (const wrong of ['functions', '/functions/', '/', '//x', '/a b', '/:id', '/*', 'https://x.example/f']) {
      expect(() => readEnv({ FUNCTIONS_PREFIX: wrong })).toThrow('FUNCTIONS_PREFIX')
    }
  })
})

describe('Stripe requests', () => {
  // spec 1.12, 7.50
  it('go to Stripe only when keys are set', async () => {
    const withKeys = await opened(TEST_KEYS)
    expect(withKeys.stripe.getApiField('host')).toBe('api.stripe.com')
    expect(withKeys.configuration).toEqual({
      mode: 'test',
      publishable_key: 'pk_test_madeup',
      simulator_url: null,
    })
    const none = await opened('none')
    expect(none.stripe.getApiField('host')).toBe('127.0.0.1')
    for (const base of ['api', 'files', 'connect'] as const) {
      expect(none.stripe.resolveBaseAddress(base)).toBe('127.0.0.1')
    }
  })

  it('send Stripe no request timings', async () => {
    for (const choice of [TEST_KEYS, 'none'] as const) {
      expect((await opened(choice)).stripe.getTelemetryEnabled()).toBe(false)
    }
  })
})

describe('with the simulator', () => {
  let app: TestApp
  let payments: PaymentClient
  beforeAll(async () => {
    app = await createTestApp({ payments: 'simulator' })
    payments = createPaymentClient(app)
  })
  afterAll(() => app.close())

  it('allows no Stripe address in the content security policy of pages', async () => {
    const policy = (await app.api(null, 'GET', '/api/openapi.json')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-src 'self'")
    expect(policy).not.toContain('stripe.com')
  })

  // spec 9.25
  it('sends no request off this machine', async () => {
    const hosts = new Set<string>()
    const hear = (message: unknown): void => {
      if (typeof message !== 'object' || message === null || !('request' in message)) return
      if (message.request instanceof ClientRequest) hosts.add(message.request.host)
    }
    subscribe('http.client.request.start', hear)
    try {
      const person = await app.profiled()
      await payments.saveCard(person)
      await payments.becomeSeller(person)
      await app.must(person, 'POST', '/api/payments/account/dashboard')
    } finally {
      unsubscribe('http.client.request.start', hear)
    }
    expect([...hosts]).toEqual(['127.0.0.1'])
  })

  it('serves simulator pages with their own policy, so that only our pages can frame the 3-D Secure ones', async () => {
    const person = await app.profiled()
    const { url } = await payments.startOnboarding(person)
    const page = await fetch(`${app.url}${new URL(url).pathname}`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(page.headers.get('x-frame-options')).toBe(null)
    const challenge = await fetch(`${app.url}/stripe-simulator/hosted/3d-secure/none`)
    expect(challenge.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  })

  it('exposes only the simulator’s forms and pages to browsers', async () => {
    expect((await payments.simulator('GET', '/v1/payment_intents/pi_none', { client_secret: 'x' })).status).toBe(404)
    for (const path of [
      '/v1/customers',
      '/v1/events',
      '/v2/core/accounts',
      '/control/faults',
      '/control/clock/advance',
      '/hosted/../control/faults',
      '/hosted/..%2fcontrol%2ffaults',
      '/v1/payment_methods/../customers',
      '',
    ]) {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(`${app.url}/stripe-simulator${path}`, { method })
        expect([400, 404], `${method} ${path}`).toContain(answer.status)
      }
    }
  })

  it('accepts only publishable keys from outside', async () => {
    for (const authorization of ['Bearer sk_test_x', 'Bearer rk_test_x', 'Basic c2tfdGVzdF94Og==', 'sk_test_x']) {
      const answer = await payments.simulator('POST', '/v1/payment_methods', { type: 'card' }, { authorization })
      expect([authorization, answer.status]).toEqual([authorization, 403])
    }
    expect(
      (await payments.simulator('POST', '/v1/payment_intents/pi_none/confirm', {}, { authorization: '' })).status,
    ).toBeGreaterThan(399)
  })

  it('refuses pages of other sites and oversized bodies', async () => {
    const foreign = await payments.simulator('POST', '/v1/payment_methods', {}, { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    expect(foreign.headers.get('access-control-allow-origin')).toBe(null)
    expect((await payments.simulator('POST', '/v1/payment_methods', { x: 'y'.repeat(20_000) })).status).toBe(413)
  })

  it('keeps the simulator’s keys across a restart, so that open pages keep working', async () => {
    const configuration = (): Promise<PaymentConfiguration> =>
      app.must<PaymentConfiguration>(null, 'GET', '/api/payments/configuration')
    const before = await configuration()
    expect(before).toMatchObject({ mode: 'simulator', simulator_url: '/stripe-simulator' })
    expect(before.publishable_key).toMatch(/^pk_test_\w+$/u)
    const person = await app.signUp()
    await payments.saveCard(person)
    await app.restart()
    expect(await configuration()).toEqual(before)
    expect((await payments.cards(person)).map(({ last4 }) => last4)).toEqual(['4242'])
    await payments.saveCard(person, CARDS.otherVisa)
  })
})

describe('proxying to the simulator', () => {
  it('forwards none of our cookies, and returns no cookies', async () => {
    const upstream = fastify()
    upstream.get('/hosted/echo', async (request, reply) =>
      reply.header('set-cookie', 'its=own').header('access-control-allow-origin', '*').send(request.headers),
    )
    const port = await findFreePort()
    await upstream.listen({ port, host: '127.0.0.1' })
    const server = await createHttpServer({
      logger: createLogger('silent'),
      origins: createOrigins(undefined, 3000),
      inlineScripts: [],
      contentSources: { script: [], frame: [], connect: [] },
      trustedProxies: [],
    })
    await serveSimulator(server, `http://127.0.0.1:${port}`, createOrigins(undefined, 3000))
    try {
      const answer = await server.inject({
        url: '/stripe-simulator/hosted/echo',
        headers: { cookie: 'kundig.session_token=secret', 'accept-language': 'nl' },
      })
      expect(answer.json()).toMatchObject({ 'accept-language': 'nl' })
      expect(answer.body).not.toContain('secret')
      expect(answer.headers).not.toHaveProperty('set-cookie')
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    } finally {
      await server.close()
      await upstream.close()
    }
  })
})

describe('with keys', () => {
  let app: TestApp | undefined
  afterEach(() => app?.close())

  it('removes the simulator’s routes and lets pages load Stripe’s forms', async () => {
    app = await createTestApp({ payments: TEST_KEYS })
    for (const path of ['/v1/payment_methods', '/hosted/hosted.css', '']) {
      for (const method of ['GET', 'POST']) {
        expect((await fetch(`${app.url}/stripe-simulator${path}`, { method })).status, path).toBe(404)
      }
    }
    const policy = (await app.api(null, 'GET', '/api/openapi.json')).headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/u)
    expect(policy).toMatch(/frame-src [^;]*https:\/\/hooks\.stripe\.com/u)
    expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com/u)
    expect(await app.must(null, 'GET', '/api/payments/configuration')).toEqual({
      mode: 'test',
      publishable_key: 'pk_test_madeup',
      simulator_url: null,
      fee: { percent_bp: 500, fixed_cents: 0, least_cents: 35, minimum_cents: 50 },
    })
    const tables = await app.sql(`SELECT 1 FROM information_schema.schemata WHERE schema_name = 'stripe_simulator'`)
    expect(tables).toEqual([])
  })
})
