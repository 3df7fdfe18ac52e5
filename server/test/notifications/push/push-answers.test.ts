import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Person } from '@kundig/testing/people/test-client'
import { type PushFixture, createPushFixture } from '@kundig/testing/push/push-fixture'
import { startPushService, type SubscribedBrowser } from '@kundig/testing/push/push-service'
import type { TestApp } from '@kundig/testing/server/test-app'

import type { PushService } from '../../../src/features/notifications/push/push.service.ts'

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
afterAll(() => fixture.close())

describe('the response of a push service', () => {
  let person: Person
  let browser: SubscribedBrowser
  beforeEach(async () => {
    fixture.logged.length = 0
    person = await app.signUp()
    await app.saveProfile(person)
    browser = await fixture.subscribed(person)
  })
  const endPauses = (): Promise<unknown> =>
    app.sql("UPDATE push_subscriptions SET paused_until = now() - interval '1 second'")

  it.each([404, 410])('%i deletes the subscription', async (status) => {
    browser.answer = { status }
    expect(await push.send(person.id, PUSH, terms())).toEqual({ outcome: 'no_subscription' })
    expect(await fixture.listSubscriptions(person)).toEqual([])
  })

  it.each([400, 401, 403, 413, 302, 500, 502, 503])('%i causes a retry, and a single push', async (status) => {
    const attempt = terms()
    browser.answer = { status }
    expect(await push.send(person.id, PUSH, attempt)).toEqual({ outcome: 'retry', afterS: 0 })
    await endPauses()
    browser.answer = undefined
    expect(await push.send(person.id, PUSH, attempt)).toMatchObject({ outcome: 'sent', pending: [] })
    expect(browser.received).toMatchObject([{ topic: attempt.topic }])
    expect(await fixture.listSubscriptions(person)).toMatchObject([{ failures: 0, paused_until: null }])
  })

  it.each([429, 503])('%i with Retry-After delays the retry until then', async (status) => {
    browser.answer = { status, headers: { 'retry-after': '120' } }
    expect(await push.send(person.id, PUSH, terms())).toEqual({ outcome: 'retry', afterS: 120 })
    browser.answer = undefined
    const again = await push.send(person.id, PUSH, terms())
    expect(again.outcome).toBe('retry')
    expect('afterS' in again && again.afterS).toBeGreaterThan(60)
    expect(browser.asked).toBe(1)
    await endPauses()
    expect(await push.send(person.id, PUSH, terms())).toMatchObject({ outcome: 'sent', pending: [] })
  })

  it('a repeated error pauses the subscription, longer each time up to a day, until a push succeeds', async () => {
    browser.answer = { status: 500 }
    const PAUSES_S = Array.from({ length: 20 }, (_, at) => Math.min(15 * 2 ** at, 86_400))
    for (let tried = 1; tried <= 20; tried += 1) {
      await endPauses()
      const [before] = await app.sql<{ at: Date }>('SELECT clock_timestamp()::timestamptz(3) AS at')
      await push.send(person.id, PUSH, terms())
      // The pause begins between the two measured times, even on a slow machine.
      const [row] = await app.sql<{ most: number; least: number }>(
        `SELECT extract(epoch FROM paused_until - $2::timestamptz)::float AS most,
           extract(epoch FROM paused_until - clock_timestamp()::timestamptz(3))::float AS least
         FROM push_subscriptions WHERE user_id = $1`,
        [person.id, before?.at],
      )
      const pause = PAUSES_S[tried - 1] ?? 86_400
      expect(row?.least).toBeLessThanOrEqual(pause)
      expect(row?.most).toBeGreaterThanOrEqual(pause)
    }
    expect(browser.asked).toBe(20)
    await push.send(person.id, PUSH, terms())
    expect(browser.asked).toBe(20)
    await endPauses()
    browser.answer = undefined
    expect(await push.send(person.id, PUSH, terms())).toMatchObject({ outcome: 'sent', pending: [] })
    expect(await fixture.listSubscriptions(person)).toMatchObject([{ failures: 0, paused_until: null }])
  })

  it('an error for concurrent pushes counts as one failure', async () => {
    browser.answer = { status: 500 }
    await Promise.all(Array.from({ length: 10 }, () => push.send(person.id, PUSH, terms())))
    expect(await fixture.listSubscriptions(person)).toMatchObject([{ failures: 1 }])
  })

  it('an error for one browser does not affect the push to another browser', async () => {
    const other = await fixture.subscribed(await app.signIn(person))
    browser.answer = { status: 503 }
    expect(await push.send(person.id, PUSH, terms())).toMatchObject({ outcome: 'sent', pending: [expect.any(String)] })
    expect(await push.send(person.id, PUSH, terms())).toMatchObject({ outcome: 'sent', pending: [expect.any(String)] })
    expect([browser.asked, other.received.length]).toEqual([1, 2])
    browser.answer = undefined
    await endPauses()
    expect(await push.send(person.id, PUSH, terms())).toMatchObject({ outcome: 'sent', pending: [] })
    expect([browser.received.length, other.received.length]).toEqual([1, 3])
  })

  it('an ended subscription does not count as an error if another browser received the push', async () => {
    const other = await fixture.subscribed(await app.signIn(person))
    browser.answer = { status: 410 }
    expect(await push.send(person.id, PUSH, terms())).toMatchObject({ outcome: 'sent', pending: [] })
    expect(await fixture.listSubscriptions(person)).toMatchObject([{ endpoint: other.subscription.endpoint }])
  })

  it('an error is logged without the endpoint, which would allow anyone to push to that browser', async () => {
    browser.answer = { status: 500 }
    await push.send(person.id, PUSH, terms())
    expect(fixture.logged.join('')).toContain('answered 500')
    expect(fixture.logged.join('')).not.toContain('/push/')
  })

  it('no response, because the service is down, leads to a retry', async () => {
    const away = await startPushService()
    const gone = away.subscribe().subscription
    await app.sql('UPDATE push_subscriptions SET endpoint = $1, p256dh = $2, auth = $3 WHERE user_id = $4', [
      gone.endpoint,
      gone.keys.p256dh,
      gone.keys.auth,
      person.id,
    ])
    await away.close()
    const service = await fixture.createService({ testOrigin: away.origin })
    expect(await service.send(person.id, PUSH, terms())).toEqual({ outcome: 'retry', afterS: 0 })
  })
})

describe('a person without a browser', () => {
  it('has no subscription', async () => {
    expect(await push.send((await app.profiled()).id, PUSH, terms())).toEqual({ outcome: 'no_subscription' })
  })
})
