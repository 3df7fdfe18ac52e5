import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import type { Notification, NotificationSettings } from '@kundig/contract/notifications/notifications.contract'
import { READY_CARDS } from '@kundig/testing/payments/cards'
import { createPaymentClient } from '@kundig/testing/payments/payment-client'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

interface Bell {
  items: Notification[]
  next_cursor: string | null
  unread: number
}

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 100 })
let ann: Person
let bob: Person
beforeEach(async () => {
  ;[ann, bob] = await Promise.all([app.profiled({ full_name: 'Ann Arbor' }), app.profiled({ full_name: 'Bob Bakker' })])
})

const readBell = (person: Person, query = ''): Promise<Bell> =>
  app.must<Bell>(person, 'GET', `/api/notifications${query}`)
const listKinds = async (person: Person): Promise<string[]> => (await readBell(person)).items.map(({ kind }) => kind)
const expectKinds = (person: Person, kinds: string[]) => expect.poll(() => listKinds(person)).toEqual(kinds)
const plannedFor = ({ id }: Person) =>
  app.sql<{ channel: string; kind: string }>(
    'SELECT channel, kind FROM notification_deliveries WHERE user_id = $1 ORDER BY kind, channel',
    [id],
  )

describe('an event notifies the person concerned:', () => {
  it('a request was received, and accepted', async () => {
    const request = await app.request(ann, bob)
    await expectKinds(bob, ['request_received'])
    const [entry] = (await readBell(bob)).items
    expect(entry).toMatchObject({ subject_id: request.id, room_id: null, seen: false, read: false, amount: null })
    expect(entry?.actor).toMatchObject({ id: ann.id, full_name: 'Ann Arbor' })
    expect(await listKinds(ann)).toEqual([])

    const { room } = await app.accept(bob, request.id)
    await expectKinds(ann, ['request_accepted'])
    expect((await readBell(ann)).items[0]).toMatchObject({ subject_id: request.id, room_id: room.id })
    expect((await readBell(bob)).items[0]).toMatchObject({ seen: true, read: true })
  })

  it('a request was rejected', async () => {
    await app.reject(bob, (await app.request(ann, bob)).id)
    await expect.poll(() => listKinds(ann)).toEqual(['request_rejected'])
  })

  it('a withdrawn request disappears from its receiver’s unread count, and notifies no one', async () => {
    const { id } = await app.request(ann, bob)
    await expectKinds(bob, ['request_received'])
    await app.must(ann, 'POST', `/api/connection-requests/${id}/withdraw`)
    expect((await readBell(bob)).unread).toBe(0)
    expect(await listKinds(ann)).toEqual([])
  })

  it('a chat was closed', async () => {
    const { id } = await app.room(ann, bob)
    await Promise.all([ann, bob].map((who) => app.must(who, 'POST', `/api/chat-rooms/${id}/close`)))
    const listClosings = async () =>
      [await listKinds(ann), await listKinds(bob)].flat().filter((kind) => kind === 'chat_closed')
    await expect.poll(listClosings).toEqual(['chat_closed'])
    const entry = [...(await readBell(ann)).items, ...(await readBell(bob)).items].find(
      ({ kind }) => kind === 'chat_closed',
    )
    expect(entry).toMatchObject({ subject_id: id, room_id: id })
  })

  it('each event only once, however often the call is repeated', async () => {
    const { id } = await app.request(ann, bob)
    await Promise.all(Array.from({ length: 6 }, () => app.api(bob, 'POST', `/api/connection-requests/${id}/accept`)))
    await expectKinds(ann, ['request_accepted'])
    expect(await app.sql('SELECT id FROM domain_events WHERE subject_id = $1', [id])).toHaveLength(2)
    expect(await plannedFor(ann)).toEqual([
      { channel: 'mail', kind: 'request_accepted' },
      { channel: 'push', kind: 'request_accepted' },
    ])
  })
})

describe('a payment request', () => {
  const payments = usePaymentEnvironment(app)

  it('notifies the buyer of the request, and the seller of the payment', async () => {
    await payments.becomeSeller(ann)
    const deal = { seller: ann, buyer: bob, room: await app.room(bob, ann) }
    const asked = await payments.asked(deal)
    await expect.poll(() => listKinds(bob)).toContain('payment_requested')
    const [entry] = (await readBell(bob)).items
    expect(entry).toMatchObject({
      subject_id: asked.payment_request_id,
      room_id: deal.room.id,
      amount: asked.amount,
      currency: 'eur',
      actor: { id: ann.id },
    })
    await payments.pay(deal, asked)
    await payments.claim(bob, asked, 'completed')
    await expect.poll(() => listKinds(ann)).toContain('payment_received')
    expect((await readBell(bob)).items[0]).toMatchObject({ kind: 'payment_requested', read: true })
  })

  it('reminds the buyer once if a payment was begun but not completed', async () => {
    await payments.becomeSeller(ann)
    const deal = { seller: ann, buyer: bob, room: await app.room(bob, ann) }
    const asked = await payments.asked(deal)
    await payments.secret(bob, asked)
    // Makes the check due one second ago, because "now" is rounded to milliseconds and may be in the future.
    const letMinutePass = () =>
      app.sql(`UPDATE payment_requests SET check_at = now() - interval '1 second' WHERE status = 'pending'`)
    const untilChecked = () =>
      expect.poll(() => app.sql('SELECT id FROM payment_requests WHERE check_at <= now()')).toEqual([])
    await letMinutePass()
    await untilChecked()
    expect(await listKinds(bob)).not.toContain('payment_needs_buyer')
    await payments.pay(deal, asked, READY_CARDS.declined)
    for (let minute = 0; minute < 3; minute++) {
      await letMinutePass()
      await untilChecked()
    }
    const needs = async () => (await readBell(bob)).items.filter(({ kind }) => kind === 'payment_needs_buyer')
    await expect.poll(needs).toMatchObject([{ subject_id: asked.payment_request_id, read: false }])
    await payments.pay(deal, asked)
    await payments.claim(bob, asked, 'completed')
    await expect.poll(needs).toMatchObject([{ read: true }])
  })

  it('notifies sellers who can no longer be paid, but not during onboarding', async () => {
    const sellers = createPaymentClient(app)
    await sellers.becomeSeller(ann)
    expect(await listKinds(ann)).toEqual([])
    await sellers.leaveOnboarding((await sellers.startOnboarding(ann)).url, 'reject')
    await Promise.all(Array.from({ length: 5 }, () => sellers.refreshAccount(ann)))
    await expect.poll(() => listKinds(ann)).toEqual(['seller_needs_something'])
  })
})

describe('an event whose server was killed before handling', () => {
  it('is handled once by the next server', async () => {
    const subject = randomUUID()
    await app.stop()
    await app.sql(
      `INSERT INTO domain_events (kind, subject_id, recipient_id, actor_id) VALUES ('request_received', $1, $2, $3)`,
      [subject, bob.id, ann.id],
    )
    await app.restart()
    await expectKinds(bob, ['request_received'])
    expect(await plannedFor(bob)).toHaveLength(2)
    await app.restart()
    expect(await listKinds(bob)).toEqual(['request_received'])
    expect(await plannedFor(bob)).toHaveLength(2)
  })
})

describe('the bell', () => {
  it('is the same in all tabs, with new and read entries', async () => {
    const [tab, other] = await Promise.all([app.live(bob), app.live(await app.signIn(bob))])
    await app.request(ann, bob)
    await expect.poll(() => [tab, other].map((one) => one.listEvents('notification.created').length)).toEqual([1, 1])
    const [news] = tab.listEvents('notification.created')
    expect(news).toMatchObject({ unread: 1, notification: { kind: 'request_received', actor: { id: ann.id } } })
    expect(await app.must(bob, 'POST', '/api/notifications/read', {})).toEqual({ unread: 0 })
    await expect.poll(() => other.listEvents('notifications.read')).toEqual([{ ids: null, unread: 0 }])
    await app.must(bob, 'POST', '/api/notifications/read', {})
    await app.must(bob, 'POST', '/api/notifications/seen', { ids: [news?.notification.id] })
    expect(other.listEvents('notifications.read')).toHaveLength(1)
  })

  it('returns pages, newest first, without omissions or duplicates', async () => {
    await app.sql(
      `INSERT INTO notifications (id, user_id, kind, subject_id, created_at)
       SELECT uuidv7(), $1, 'chat_closed', uuidv7(), now() FROM generate_series(1, 45)`,
      [bob.id],
    )
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Bell = await readBell(bob, cursor === '' ? '' : `?cursor=${cursor}`)
      expect(page.unread).toBe(45)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(seen).toHaveLength(45)
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed())
  })

  it('cannot be changed by others, who receive the same response as for missing ids', async () => {
    await app.request(ann, bob)
    await expectKinds(bob, ['request_received'])
    const [entry] = (await readBell(bob)).items
    for (const path of ['seen', 'read']) {
      for (const id of [entry?.id, randomUUID()]) {
        expect(await app.must(ann, 'POST', `/api/notifications/${path}`, { ids: [id] })).toEqual({ unread: 0 })
      }
    }
    expect((await readBell(bob)).items[0]).toMatchObject({ seen: false, read: false })
  })
})

describe('notification settings', () => {
  const settingsOf = (person: Person) => app.must<NotificationSettings>(person, 'GET', '/api/notifications/settings')
  const change = (person: Person, body: object) =>
    app.api<NotificationSettings>(person, 'PATCH', '/api/notifications/settings', body)

  it('have their defaults at first, and keep each field that a change omits', async () => {
    expect(await settingsOf(ann)).toMatchObject({
      time_zone: null,
      quiet_hours: null,
      previews: false,
      mail_quotes: true,
      mail: {
        messages: true,
        requests: true,
        answers: true,
        chats: true,
        appointments: true,
        payments: true,
        selling: true,
      },
      push: { messages: true },
      mail_state: 'unconfirmed',
      push_key: null,
    })
    await change(ann, { mail: { messages: false, chats: false } })
    await change(ann, {
      mail: { chats: true },
      push: { payments: false },
      previews: true,
      mail_quotes: false,
      language: 'nl',
    })
    expect(await settingsOf(ann)).toMatchObject({
      language: 'nl',
      previews: true,
      mail_quotes: false,
      mail: { messages: false, chats: true, appointments: true, payments: true },
      push: { messages: true, payments: false },
    })
  })

  it.each([
    ['an unknown time zone', { time_zone: 'Europe/Atlantis' }, 400, 'TIME_ZONE_UNKNOWN'],
    ['an offset for a time zone', { time_zone: '+02:00' }, 400, 'TIME_ZONE_UNKNOWN'],
    ['quiet hours without a time zone', { quiet_hours: { from: '22:00', until: '07:00' } }, 400, 'TIME_ZONE_REQUIRED'],
    [
      'quiet hours that last the whole day',
      { time_zone: 'Europe/Amsterdam', quiet_hours: { from: '08:00', until: '08:00' } },
      400,
      'QUIET_HOURS_ALL_DAY',
    ],
    ['a time that there is not', { quiet_hours: { from: '24:00', until: '07:00' } }, 400, 'INVALID_INPUT'],
    ['a switch that there is not', { mail: { everything: false } }, 400, 'INVALID_INPUT'],
  ])('reject %s, and stay unchanged', async (_what, body, status, code) => {
    const answer = await app.api(ann, 'PATCH', '/api/notifications/settings', body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await settingsOf(ann)).toMatchObject({ time_zone: null, quiet_hours: null })
  })

  it('keep quiet hours over midnight until they are removed', async () => {
    const hours = { from: '22:30', until: '07:00' }
    const answer = await change(ann, { time_zone: 'Europe/Amsterdam', quiet_hours: hours })
    expect(answer.body).toMatchObject({ time_zone: 'Europe/Amsterdam', quiet_hours: hours })
    await change(ann, { quiet_hours: null })
    expect(await settingsOf(ann)).toMatchObject({ time_zone: 'Europe/Amsterdam', quiet_hours: null })
  })

  it('keep both of two concurrent changes', async () => {
    await Promise.all([
      change(ann, { mail: { messages: false } }),
      change(ann, { mail: { requests: false } }),
      change(ann, { mail: { answers: false } }),
    ])
    expect((await settingsOf(ann)).mail).toMatchObject({
      messages: false,
      requests: false,
      answers: false,
      chats: true,
    })
  })

  it('store the language of the last visited page', async () => {
    const from = (language: string) => app.api(ann, 'GET', '/api/session', undefined, { 'x-kundig-locale': language })
    await from('nl')
    expect((await settingsOf(ann)).language).toBe('nl')
    await app.api(ann, 'GET', '/api/session')
    expect((await settingsOf(ann)).language).toBe('nl')
    await from('en')
    expect((await settingsOf(ann)).language).toBe('en')
  })

  it('store the language of the sign-up and the log-in', async () => {
    const email = `${randomUUID()}@example.com`
    const body = { email, password: 'Correct-Horse-7-Battery' }
    await app.api(null, 'POST', '/api/auth/sign-up/email', { ...body, name: '' }, { 'accept-language': 'nl-BE' })
    const languageOf = async () =>
      (
        await app.sql<{ language: string }>(
          'SELECT language FROM notification_settings JOIN "user" u ON u.id = user_id WHERE u.email = $1',
          [email],
        )
      ).map(({ language }) => language)
    expect(await languageOf()).toEqual(['nl'])
    await app.api(null, 'POST', '/api/auth/sign-in/email', body, { 'accept-language': 'fr,en;q=0.5' })
    expect(await languageOf()).toEqual(['en'])
  })
})

describe('a room', () => {
  const mute = (person: Person, roomId: string, time: string | null) =>
    app.api<{ muted: { room_id: string; until: string | null } | null }>(
      person,
      'POST',
      '/api/notifications/muted-rooms',
      { room_id: roomId, time },
    )
  const mutedOf = (person: Person) =>
    app.must<{ items: { room_id: string; until: string | null }[] }>(person, 'GET', '/api/notifications/muted-rooms')

  it('is muted for a while or permanently by each person for themselves, and unmuted', async () => {
    const { id } = await app.room(ann, bob)
    const { body } = await mute(ann, id, '8h')
    const hours = (Date.parse(body.muted?.until ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(7.9)
    expect(hours).toBeLessThan(8.1)
    expect((await mutedOf(ann)).items).toEqual([body.muted])
    expect((await mutedOf(bob)).items).toEqual([])
    expect((await mute(ann, id, 'always')).body).toEqual({ muted: { room_id: id, until: null } })
    expect((await mutedOf(ann)).items).toEqual([{ room_id: id, until: null }])
    expect((await mute(ann, id, null)).body).toEqual({ muted: null })
    expect((await mutedOf(ann)).items).toEqual([])
  })

  it('cannot be muted by an outsider, who gets the response for a missing room', async () => {
    const { id } = await app.room(ann, bob)
    const stranger = await app.profiled()
    for (const roomId of [id, randomUUID()]) {
      const answer = await app.api(stranger, 'POST', '/api/notifications/muted-rooms', { room_id: roomId, time: '1h' })
      expect([answer.status, answer.body.code]).toEqual([404, 'ROOM_NOT_FOUND'])
    }
  })
})

describe('an old event', () => {
  it('is deleted a month after it happened, if it was handled', { timeout: 25_000, tags: 'slow' }, async () => {
    const addHandled = (daysAgo: number) =>
      app.sql(
        `INSERT INTO domain_events (id, kind, subject_id, recipient_id, created_at, handled_at)
         VALUES (uuidv7($2 * interval '-1 day'), 'request_rejected', uuidv7(), $1, now() - $2 * interval '1 day', now())`,
        [ann.id, daysAgo],
      )
    const countEvents = async (): Promise<number> =>
      (await app.sql('SELECT 1 FROM domain_events WHERE recipient_id = $1', [ann.id])).length
    for (const daysAgo of [29, 31, 90]) await addHandled(daysAgo)
    await expect.poll(countEvents, { timeout: 20_000 }).toBe(1)
  })
})

describe('an old bell', () => {
  it('loses only entries older than half a year', { timeout: 25_000, tags: 'slow' }, async () => {
    const addEntry = (daysAgo: number) =>
      app.sql(
        `INSERT INTO notifications (id, user_id, kind, subject_id, actor_id, created_at)
         VALUES (uuidv7($3 * interval '-1 day'), $1, 'request_rejected', uuidv7(), $2, now() - $3 * interval '1 day')`,
        [ann.id, bob.id, daysAgo],
      )
    for (const daysAgo of [179, 181, 400]) await addEntry(daysAgo)
    await expect.poll(() => listKinds(ann), { timeout: 20_000 }).toHaveLength(1)
  })
})
