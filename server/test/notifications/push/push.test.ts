import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type Answer, createClient, type Failure, type Person } from '@kundig/testing/people/test-client'
import { createBrowserKeys } from '@kundig/testing/push/encrypted-push'
import { type PushFixture, createPushFixture, SUBJECT } from '@kundig/testing/push/push-fixture'
import type { SubscribedBrowser } from '@kundig/testing/push/push-service'
import { createTestApp, TEST_SECRET, type TestApp } from '@kundig/testing/server/test-app'

import { startApp } from '../../../src/app.ts'
import { type PushService, SUBSCRIPTIONS_PER_PERSON } from '../../../src/features/notifications/push/push.service.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'

const ANOTHER_SECRET = 'another secret, of 32 characters or more'
const PUSH = { title: 'Ada wrote to you', path: '/dashboard?tab=chats&room=1', tag: 'room:1' }
const terms = (topic = randomUUID().replaceAll('-', '')) => ({ topic, urgency: 'high', ttlS: 3600 }) as const

let fixture: PushFixture
let app: TestApp
let push: PushService

beforeAll(async () => {
  fixture = await createPushFixture()
  app = fixture.app
  push = await fixture.createService()
})
beforeEach(() => {
  fixture.logged.length = 0
})
afterAll(() => fixture.close())

const unsubscribe = (person: Person | null, endpoint: string): Promise<Answer<Failure>> =>
  app.api(person, 'POST', '/api/notifications/subscriptions/remove', { endpoint })
const endpointsOf = async (person: Person): Promise<string[]> =>
  (await fixture.listSubscriptions(person)).map(({ endpoint }) => endpoint)

describe('the push keys of this site', () => {
  it('are the same on all servers and after a restart, and are stored encrypted', async () => {
    const person = await app.profiled()
    const key = await fixture.readKey(app, person)
    expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(65)
    const second = await startApp({ ...app.settings, port: await findFreePort() })
    const there = createClient(second.loopbackUrl)
    expect(await fixture.readKey(there, person)).toBe(key)
    await second.close()
    const [stored] = await app.sql<{ public_key: string; private_key: string }>('SELECT * FROM push_keys')
    expect(stored?.public_key).toBe(key)
    // An unencrypted private key has 32 bytes.
    expect(Buffer.from(stored?.private_key ?? '', 'base64url')).toHaveLength(12 + 16 + 32)
  })

  it('are created once, however many servers start concurrently', async () => {
    await app.sql('DELETE FROM push_keys')
    const services = await Promise.all(Array.from({ length: 5 }, () => fixture.createService()))
    expect(new Set(services.map(({ publicKey }) => publicKey)).size).toBe(1)
    await app.restart()
    push = await fixture.createService()
  })

  it('are encrypted again with the first secret of a list, so that the old secret can be removed', async () => {
    expect((await fixture.createService({}, [ANOTHER_SECRET, TEST_SECRET])).publicKey).toBe(push.publicKey)
    expect((await fixture.createService({}, [ANOTHER_SECRET])).publicKey).toBe(push.publicKey)
    expect((await fixture.createService({}, [TEST_SECRET, ANOTHER_SECRET])).publicKey).toBe(push.publicKey)
  })

  it('encrypted with an unknown secret are not replaced; the server sends no pushes and logs the reason', async () => {
    const service = await fixture.createService({}, [ANOTHER_SECRET])
    expect(service.publicKey).toBe(null)
    expect(fixture.logged.join('')).toContain('another AUTH_SECRET')
    expect((await fixture.createService()).publicKey).toBe(push.publicKey)
    const person = await app.profiled()
    const browser = await fixture.subscribed(person)
    expect(await service.send(person.id, PUSH, terms())).toEqual({ outcome: 'retry', afterS: 0 })
    expect(await push.send(person.id, PUSH, terms())).toMatchObject({ outcome: 'sent', pending: [] })
    expect(browser.received).toHaveLength(1)
  })

  it('are read from the environment variables, if set', async () => {
    const keys = {
      publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    }
    const second = await startApp({ ...app.settings, port: await findFreePort(), push: { ...fixture.settings, keys } })
    expect(await fixture.readKey(createClient(second.loopbackUrl), await app.profiled())).toBe(keys.publicKey)
    await second.close()
  })
})

describe('a server without pushes', () => {
  it('has no key, and refuses subscriptions', async () => {
    const without = await createTestApp()
    const person = await without.profiled()
    expect(await fixture.readKey(without, person)).toBe(null)
    const { subscription } = fixture.pushService.subscribe()
    const answer = await without.api(person, 'POST', '/api/notifications/subscriptions', subscription)
    expect(answer).toMatchObject({ status: 409, body: { code: 'PUSH_UNAVAILABLE' } })
    await without.close()
  })
})

describe('a subscription', () => {
  it('receives its owner’s encrypted pushes under the topic, signed by the site', async () => {
    const person = await app.profiled()
    const browser = await fixture.subscribed(person)
    const topic = 'A-topic_of-at-most-32-characters'
    expect(await push.send(person.id, { ...PUSH, body: 'Zoë: 2 × 3 €?' }, terms(topic))).toMatchObject({
      outcome: 'sent',
      pending: [],
    })
    expect(browser.received).toEqual([
      {
        payload: { ...PUSH, body: 'Zoë: 2 × 3 €?' },
        topic,
        urgency: 'high',
        ttlS: 3600,
        subject: SUBJECT,
        size: browser.received[0]?.size,
      },
    ])
  })

  it('receives payloads of at most 3 kB, which push services accept after encryption', async () => {
    const person = await app.profiled()
    const browser = await fixture.subscribed(person)
    await push.send(person.id, { ...PUSH, body: '€'.repeat(5000) }, terms())
    const [received] = await browser.pushes(1)
    expect(Buffer.byteLength(JSON.stringify(received?.payload))).toBeLessThanOrEqual(3000)
    expect(received?.size).toBeLessThan(3200)
    expect(received?.payload.title).toBe(PUSH.title)
    expect(received?.payload.body).toMatch(/^€{900,}…$/u)
  })

  it('replaces the browser’s earlier subscription', async () => {
    const person = await app.profiled()
    await fixture.subscribed(person)
    const later = await fixture.subscribed(person)
    expect(await endpointsOf(person)).toEqual([later.subscription.endpoint])
    expect((await fixture.subscribe(person, later.subscription)).status).toBe(200)
    expect(await endpointsOf(person)).toEqual([later.subscription.endpoint])
  })

  it('ends when its session ends, whether by log-out, removal or expiry', async () => {
    const person = await app.signUp()
    await app.saveProfile(person)
    const [loggedOut, removed, expired] = [await app.signIn(person), await app.signIn(person), await app.signIn(person)]
    const [one, two, three] = [
      await fixture.subscribed(loggedOut),
      await fixture.subscribed(removed),
      await fixture.subscribed(expired),
    ]
    const here = await fixture.subscribed(person)
    await app.must(loggedOut, 'POST', '/api/auth/sign-out', {})
    await app.must(person, 'DELETE', `/api/sessions/${(await app.session(removed))?.session_id}`)
    await app.sql("UPDATE session SET expires_at = now() - interval '1 second' WHERE id = $1", [
      (await app.session(expired))?.session_id,
    ])
    await push.send(person.id, PUSH, terms())
    expect([one, two, three, here].map(({ asked }) => asked)).toEqual([0, 0, 0, 1])
    expect(await endpointsOf(person)).not.toContain(one.subscription.endpoint)
    expect(await endpointsOf(person)).not.toContain(two.subscription.endpoint)
  })

  it('belongs only to the last person who subscribed in the browser', async () => {
    const [before, next] = [await app.profiled(), await app.profiled()]
    const browser = await fixture.subscribed(before)
    expect((await fixture.subscribe(next, browser.subscription)).status).toBe(200)
    expect(await push.send(before.id, PUSH, terms())).toEqual({ outcome: 'no_subscription' })
    expect(await push.send(next.id, PUSH, terms())).toMatchObject({ outcome: 'sent', pending: [] })
    expect(browser.received).toHaveLength(1)
  })

  it('stays with its owner when another person registers its endpoint with other keys', async () => {
    const [owner, thief] = [await app.profiled(), await app.profiled()]
    const browser = await fixture.subscribed(owner)
    const { p256dh, auth } = createBrowserKeys()
    for (const keys of [
      { p256dh, auth },
      { ...browser.subscription.keys, auth },
      { ...browser.subscription.keys, p256dh },
    ]) {
      const answer = await fixture.subscribe(thief, { endpoint: browser.subscription.endpoint, keys })
      expect(answer).toMatchObject({ status: 400, body: { code: 'PUSH_ENDPOINT_REFUSED' } })
    }
    expect(await push.send(thief.id, PUSH, terms())).toEqual({ outcome: 'no_subscription' })
    expect(await push.send(owner.id, PUSH, terms())).toMatchObject({ outcome: 'sent', pending: [] })
    const contested = fixture.pushService.subscribe().subscription
    const answers = await Promise.all([
      fixture.subscribe(owner, contested),
      fixture.subscribe(thief, { ...contested, keys: { p256dh, auth } }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
  })

  it('can be removed only by its owner, and does not reveal who that is', async () => {
    const [owner, other] = [await app.profiled(), await app.profiled()]
    const { endpoint } = (await fixture.subscribed(owner)).subscription
    const [theirs, unknown] = [await unsubscribe(other, endpoint), await unsubscribe(other, `${endpoint}x`)]
    expect([theirs.status, theirs.body]).toEqual([unknown.status, unknown.body])
    expect(await endpointsOf(owner)).toEqual([endpoint])
    expect((await unsubscribe(owner, endpoint)).body).toEqual({ subscribed: false })
    expect(await endpointsOf(owner)).toEqual([])
    expect((await unsubscribe(owner, endpoint)).status).toBe(200)
  })

  it(
    'replaces the person’s oldest subscription when there are already twenty, even under concurrency',
    { tags: 'slow' },
    async () => {
      const person = await app.signUp()
      await app.saveProfile(person)
      const all: SubscribedBrowser[] = []
      for (let made = 0; made < SUBSCRIPTIONS_PER_PERSON; made += 1)
        all.push(await fixture.subscribed(await app.signIn(person)))
      const more = await Promise.all(Array.from({ length: 5 }, () => app.signIn(person)))
      all.push(...(await Promise.all(more.map(fixture.subscribed))))
      const stored = await endpointsOf(person)
      expect(stored).toHaveLength(SUBSCRIPTIONS_PER_PERSON)
      const expected = all.slice(5).map(({ subscription }) => subscription.endpoint)
      expect(stored.toSorted()).toEqual(expected.toSorted())
    },
  )

  it('requires a session', async () => {
    const { subscription } = fixture.pushService.subscribe()
    expect(await fixture.subscribe(null, subscription)).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
    expect(await unsubscribe(null, subscription.endpoint)).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
  })
})

describe('an invalid subscription', () => {
  it.each([
    'http://push.kundig.nl/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://[::1]/a',
    'https://[::ffff:127.0.0.1]/a',
    'https://10.0.0.1/a',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/a',
    'https://metadata.google.internal/',
    'https://printer/a',
    'https://push.kundig.nl:8443/a',
    'https://user:password@push.kundig.nl/a',
    'ftp://push.kundig.nl/a',
    'no address',
  ])('is refused for its endpoint %s, and not stored', async (endpoint) => {
    const person = await app.profiled()
    const { p256dh, auth } = createBrowserKeys()
    const answer = await fixture.subscribe(person, { endpoint, keys: { p256dh, auth } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'PUSH_ENDPOINT_REFUSED', data: { field: 'endpoint' } } })
    expect(await fixture.listSubscriptions(person)).toEqual([])
  })

  it('is refused or receives no pushes if its host name resolves to an internal address', async () => {
    const person = await app.profiled()
    const { p256dh, auth } = createBrowserKeys()
    const subscription = { endpoint: `https://push.kundig.nl/${randomUUID()}`, keys: { p256dh, auth } }
    const inside = await createTestApp({
      push: { ...fixture.settings, resolve: async () => ['142.250.179.138', '10.0.0.7'] },
    })
    expect(
      await inside.api(await inside.profiled(), 'POST', '/api/notifications/subscriptions', subscription),
    ).toMatchObject({ status: 400, body: { code: 'PUSH_ENDPOINT_REFUSED' } })
    await inside.close()

    expect((await fixture.subscribe(person, subscription)).status).toBe(200)
    const later = await fixture.createService({ resolve: async () => ['127.0.0.1'] })
    expect(await later.send(person.id, PUSH, terms())).toEqual({ outcome: 'retry', afterS: 0 })
    expect(fixture.logged.join('')).toContain('not on the public internet')
    expect(fixture.logged.join('')).not.toContain(subscription.endpoint)
  })

  it.each([
    ['no point of the curve', { p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url') }],
    ['too short a key', { p256dh: 'BAAA' }],
    ['a key of other characters', { p256dh: '*'.repeat(87) }],
    ['a key with something after it', { p256dh: `${createBrowserKeys().p256dh}=` }],
    ['too short a secret', { auth: 'AAAA' }],
    ['too long a secret', { auth: Buffer.alloc(17).toString('base64url') }],
  ])('is refused for %s', async (_what, wrong) => {
    const person = await app.profiled()
    const { endpoint, keys } = fixture.pushService.subscribe().subscription
    const answer = await fixture.subscribe(person, { endpoint, keys: { ...keys, ...wrong } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'PUSH_ENDPOINT_REFUSED' } })
    expect(await fixture.listSubscriptions(person)).toEqual([])
  })

  it('is refused before its body of 10 MB is read', async () => {
    const person = await app.profiled()
    const { keys } = fixture.pushService.subscribe().subscription
    const answer = await fixture.subscribe(person, {
      endpoint: `https://push.kundig.nl/${'a'.repeat(10_000_000)}`,
      keys,
    })
    expect(answer).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
    const long = await fixture.subscribe(person, { endpoint: `https://push.kundig.nl/${'a'.repeat(1000)}`, keys })
    expect(long).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(await fixture.listSubscriptions(person)).toEqual([])
  })

  it('counts towards the limit on subscription attempts', async () => {
    const limited = await createTestApp({ push: fixture.settings, attemptLimitFactor: 1 })
    const person = await limited.profiled()
    const { subscription } = fixture.pushService.subscribe()
    const tryOne = (): Promise<Answer<Failure>> =>
      limited.api(person, 'POST', '/api/notifications/subscriptions', {
        ...subscription,
        endpoint: 'https://127.0.0.1/',
      })
    for (let tried = 0; tried < 60; tried += 1) expect((await tryOne()).status).toBe(400)
    expect(await tryOne()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
    await limited.close()
  })
})
