import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'
import { findDue, backdateStoredTimes } from '@kundig/testing/database/moved-clock'
import type { Person } from '@kundig/testing/people/test-client'
import { type PushFixture, createPushFixture } from '@kundig/testing/push/push-fixture'
import type { SubscribedBrowser } from '@kundig/testing/push/push-service'
import type { TestApp } from '@kundig/testing/server/test-app'

import { startApp } from '../../../src/app.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'

let fixture: PushFixture
let app: TestApp
let ann: Person
let bob: Person
let room: Room
let browser: SubscribedBrowser

beforeAll(async () => {
  fixture = await createPushFixture()
  app = fixture.app
})
beforeEach(async () => {
  ann = await app.profiled({ full_name: 'Ann Arbor' })
  bob = await app.profiled({ full_name: 'Bob Bakker' })
  room = await app.room(ann, bob)
  browser = await fixture.subscribed(bob)
  await app.sql('DELETE FROM notification_deliveries')
})
afterAll(() => fixture.close())

/** Lets minutes pass, and waits until no notification is due. */
const pass = async (minutes: number): Promise<void> => {
  await backdateStoredTimes(app.sql, minutes)
  await expect.poll(() => findDue(app.sql)).toEqual([])
}
const SOON = 0.2
const outcomes = () =>
  app.sql<{ outcome: string | null; topic: string }>(
    `SELECT outcome, rtrim(translate(encode(uuid_send(id), 'base64'), '+/', '-_'), '=') AS topic
     FROM notification_deliveries WHERE user_id = $1 AND channel = 'push' ORDER BY id`,
    [bob.id],
  )

describe('an unread message', () => {
  it('is pushed once, with a link and without the message’s text', async () => {
    await app.send(ann, room.id, 'What Ann says in confidence')
    await pass(SOON)
    const [delivery] = await outcomes()
    expect(browser.received).toMatchObject([
      {
        payload: {
          title: '1 unread message from Ann Arbor',
          path: `/dashboard?tab=chats&room=${room.id}`,
          tag: `room:${room.id}`,
        },
        topic: delivery?.topic,
      },
    ])
    expect(JSON.stringify(browser.received)).not.toContain('confidence')
    await pass(10)
    expect(browser.received).toHaveLength(1)
  })

  it('causes one push per room after five seconds, and at most one push in thirty seconds', async () => {
    await app.send(ann, room.id, 'One')
    await expect.poll(() => findDue(app.sql)).toEqual([])
    expect(browser.received).toEqual([])
    await pass(0.1)
    expect(browser.received).toHaveLength(1)
    await app.send(ann, room.id, 'Two')
    await pass(0.2)
    expect(browser.received).toHaveLength(1)
    await pass(0.5)
    expect(browser.received).toHaveLength(2)
  })

  it('is quoted in pushes to people who switched quotes on', async () => {
    await app.must(bob, 'PATCH', '/api/notifications/settings', { previews: true })
    await app.send(ann, room.id, 'What Ann says aloud')
    await pass(SOON)
    expect(browser.received[0]?.payload.body).toBe('What Ann says aloud')
  })

  it('is not pushed if it was read, its room is muted, or message pushes are off', async () => {
    await app.send(ann, room.id, 'Read')
    await app.must(bob, 'POST', `/api/chat-rooms/${room.id}/read`, { up_to_seq: 1000 })
    await pass(SOON)
    await app.must(bob, 'POST', '/api/notifications/muted-rooms', { room_id: room.id, time: '1h' })
    await app.send(ann, room.id, 'Muted')
    await pass(SOON)
    await app.must(bob, 'POST', '/api/notifications/muted-rooms', { room_id: room.id, time: null })
    await app.must(bob, 'PATCH', '/api/notifications/settings', { push: { messages: false } })
    await app.send(ann, room.id, 'Off')
    await pass(SOON)
    expect(browser.asked).toBe(0)
  })

  it('replaces a push silently within five minutes, and later with a sound', async () => {
    await app.send(ann, room.id, 'One')
    await pass(SOON)
    await app.send(ann, room.id, 'Two')
    await pass(1)
    await app.send(ann, room.id, 'Three')
    await pass(6)
    const shown = browser.received.map(({ payload: { title, tag, silent } }) => ({ title, tag, silent }))
    const tag = `room:${room.id}`
    expect(shown).toEqual([
      { title: '1 unread message from Ann Arbor', tag, silent: undefined },
      { title: '2 unread messages from Ann Arbor', tag, silent: true },
      { title: '3 unread messages from Ann Arbor', tag, silent: undefined },
    ])
  })

  it('is replaced silently in its push after an edit or a deletion', async () => {
    await app.must(bob, 'PATCH', '/api/notifications/settings', { previews: true })
    const { seq } = (await app.send(ann, room.id, 'One')).body
    await app.send(ann, room.id, 'Two')
    await pass(SOON)
    await pass(10)
    const path = `/api/chat-rooms/${room.id}/messages`
    await app.must(ann, 'PATCH', `${path}/${seq + 1}`, { content: 'Three' })
    await pass(1)
    await app.must(ann, 'DELETE', `${path}/${seq + 1}`)
    await pass(1)
    await app.must(ann, 'DELETE', `${path}/${seq}`)
    await pass(1)
    const shown = browser.received.map(({ payload: { title, body, silent } }) => ({ title, body, silent }))
    expect(shown).toEqual([
      { title: '2 unread messages from Ann Arbor', body: 'Two', silent: undefined },
      { title: '2 unread messages from Ann Arbor', body: 'Three', silent: true },
      { title: '1 unread message from Ann Arbor', body: 'One', silent: true },
    ])
  })

  it('is replaced in a push if it was edited while the push service was slow', async () => {
    await app.must(bob, 'PATCH', '/api/notifications/settings', { previews: true })
    const { seq } = (await app.send(ann, room.id, 'One')).body
    browser.answer = 'none'
    await backdateStoredTimes(app.sql, SOON)
    await expect.poll(() => browser.asked).toBe(1)
    expect(await app.editMessage(ann, room.id, seq, 'Two')).toMatchObject({ status: 200 })
    browser.answer = undefined
    await expect.poll(outcomes).toMatchObject([{ outcome: 'sent' }])
    await pass(1)
    expect(browser.received.map(({ payload: { body, silent } }) => ({ body, silent }))).toEqual([
      { body: 'One', silent: undefined },
      { body: 'Two', silent: true },
    ])
  })

  it('is pushed when the push service is available again, under the topic of the first attempt', async () => {
    browser.answer = { status: 503 }
    await app.send(ann, room.id, 'Hello')
    await pass(SOON)
    expect(await outcomes()).toMatchObject([{ outcome: null }])
    await pass(2)
    expect(browser.asked).toBe(2)
    browser.answer = undefined
    await pass(5)
    const [delivery, ...others] = await outcomes()
    expect([delivery?.outcome, others]).toEqual(['sent', []])
    expect(browser.received.map(({ topic }) => topic)).toEqual([delivery?.topic])
  })

  it('is pushed again only after the push service’s Retry-After', async () => {
    browser.answer = { status: 429, headers: { 'retry-after': '1800' } }
    await app.send(ann, room.id, 'Hello')
    await pass(SOON)
    browser.answer = undefined
    await pass(25)
    expect(browser.asked).toBe(1)
    await pass(10)
    expect(browser.received).toHaveLength(1)
  })

  it('is not pushed after a log-out, or to a browser whose subscription ended', async () => {
    const elsewhere = await app.signIn(bob)
    const other = await fixture.subscribed(elsewhere)
    await app.must(bob, 'POST', '/api/auth/sign-out', {})
    other.answer = { status: 410 }
    await app.send(ann, room.id, 'Hello')
    await pass(SOON)
    expect(browser.asked).toBe(0)
    expect(await outcomes()).toMatchObject([{ outcome: 'no_subscription' }])
    expect(await fixture.listSubscriptions(bob)).toEqual([])
  })

  it('is pushed once by several servers, and after a restart', async () => {
    const others = [
      await startApp({ ...app.settings, port: await findFreePort() }),
      await startApp({ ...app.settings, port: await findFreePort() }),
    ]
    for (let sent = 1; sent <= 5; sent += 1) {
      await app.send(ann, room.id, `Message ${sent}`)
      await pass(1)
      expect(browser.received).toHaveLength(sent)
    }
    for (const other of others) await other.close()
    await app.send(ann, room.id, 'The last before a stop')
    await app.stop()
    await backdateStoredTimes(app.sql, 1)
    await app.restart()
    await browser.pushes(6)
    await pass(5)
    expect(new Set(browser.received.map(({ topic }) => topic)).size).toBe(6)
    expect(browser.received).toHaveLength(6)
  })
})

describe('a browser whose push service is down while another receives a push', () => {
  let other: SubscribedBrowser
  beforeEach(async () => {
    other = await fixture.subscribed(await app.signIn(bob))
  })
  const titles = ({ received }: SubscribedBrowser) => received.map(({ payload }) => payload.title)
  const owed = () => app.sql('SELECT FROM owed_pushes')
  /** Polls, because an attempt that was running when the push service returned may still have failed. */
  const untilNothingIsOwed = () =>
    expect
      .poll(async () => {
        await backdateStoredTimes(app.sql, 10)
        return [...(await findDue(app.sql)), ...(await owed())]
      })
      .toEqual([])
  const away = { status: 503 }

  it('receives the push once when the service returns; the other browser gets no second push', async () => {
    other.answer = away
    await app.send(ann, room.id, 'Hello')
    await pass(SOON)
    expect([titles(browser), titles(other)]).toEqual([['1 unread message from Ann Arbor'], []])
    await pass(1)
    await pass(2)
    expect(other.received).toEqual([])
    other.answer = undefined
    await untilNothingIsOwed()
    await pass(10)
    expect([titles(browser), titles(other)]).toEqual([
      ['1 unread message from Ann Arbor'],
      ['1 unread message from Ann Arbor'],
    ])
    expect(other.received[0]?.topic).toBe(browser.received[0]?.topic)
  })

  it('receives only the latest push of a room, and no push about messages that were read', async () => {
    const cas = await app.profiled({ full_name: 'Cas Claes' })
    const read = await app.room(cas, bob)
    await app.sql('DELETE FROM notification_deliveries')
    other.answer = away
    await app.send(cas, read.id, 'Read elsewhere')
    await app.send(ann, room.id, 'One')
    await pass(SOON)
    await app.send(ann, room.id, 'Two')
    await pass(1)
    await app.must(bob, 'POST', `/api/chat-rooms/${read.id}/read`, { up_to_seq: 1000 })
    other.answer = undefined
    await untilNothingIsOwed()
    expect(titles(other)).toEqual(['2 unread messages from Ann Arbor'])
    expect(titles(browser)).toHaveLength(3)
  })

  it('receives pushes about events too, until its session ends', async () => {
    const cas = await app.profiled({ full_name: 'Cas Claes' })
    other.answer = away
    await app.request(cas, bob)
    await expect.poll(outcomes).toHaveLength(1)
    await pass(SOON)
    other.answer = undefined
    await untilNothingIsOwed()
    expect(titles(other)).toEqual(titles(browser))
    expect(titles(other)).toHaveLength(1)

    other.answer = away
    await app.send(ann, room.id, 'Hello')
    await pass(SOON)
    expect(await owed()).toHaveLength(1)
    await app.sql('DELETE FROM session WHERE id IN (SELECT session_id FROM push_subscriptions WHERE endpoint = $1)', [
      other.subscription.endpoint,
    ])
    expect(await owed()).toEqual([])
  })

  it('receives the push once from several servers that poll concurrently', async () => {
    other.answer = away
    await app.send(ann, room.id, 'Hello')
    await pass(SOON)
    const second = await startApp({ ...app.settings, port: await findFreePort() })
    other.answer = undefined
    await pass(10)
    await expect.poll(owed).toEqual([])
    await pass(10)
    await second.close()
    expect(other.received).toHaveLength(1)
  })
})

describe('a push service that does not respond', () => {
  it('does not delay mails', async () => {
    await app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [bob.id])
    browser.answer = 'none'
    await Promise.all(Array.from({ length: 8 }, () => app.profiled().then((sender) => app.request(sender, bob))))
    const planned = () => app.sql('SELECT FROM notification_deliveries WHERE user_id = $1', [bob.id])
    await expect.poll(planned).toHaveLength(16)
    await backdateStoredTimes(app.sql, 2)
    await expect.poll(() => browser.asked).toBeGreaterThan(0)
    const sentMails = () =>
      app.sql(`SELECT FROM notification_deliveries WHERE user_id = $1 AND channel = 'mail' AND outcome = 'sent'`, [
        bob.id,
      ])
    await expect.poll(sentMails).toHaveLength(8)
    expect((await outcomes()).filter(({ outcome }) => outcome === null)).toHaveLength(8)
    // Deletes the pending deliveries, so that later tests do not wait until the server gives up on them.
    browser.answer = undefined
    await app.sql('DELETE FROM notification_deliveries')
  })
})

describe('quiet hours', () => {
  /** Sets quiet hours in UTC. Both limits are given in minutes from now. */
  const quiet = (fromMin: number, untilMin: number) => {
    const timeOfDay = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
    return app.must(bob, 'PATCH', '/api/notifications/settings', {
      time_zone: 'UTC',
      quiet_hours: { from: timeOfDay(fromMin), until: timeOfDay(untilMin) },
    })
  }
  const held = () =>
    app.sql(
      `SELECT id FROM notification_deliveries WHERE user_id = $1 AND channel = 'push' AND due_at = 'infinity'
         AND ended_at IS NULL`,
      [bob.id],
    )

  it('delay pushes, and combine the relevant ones in one push at the end', async () => {
    const cas = await app.profiled({ full_name: 'Cas Claes' })
    const dee = await app.profiled({ full_name: 'Dee Dekker' })
    const other = await app.room(dee, bob)
    await app.sql('DELETE FROM notification_deliveries')
    await quiet(-60, 120)
    await app.send(ann, room.id, 'One')
    await app.send(dee, other.id, 'Read meanwhile')
    await app.request(cas, bob)
    await expect.poll(outcomes).toHaveLength(1)
    await pass(SOON)
    await expect.poll(held).toHaveLength(3)
    await app.send(ann, room.id, 'Two')
    await app.must(bob, 'POST', `/api/chat-rooms/${other.id}/read`, { up_to_seq: 1000 })
    await pass(30)
    expect(browser.asked).toBe(0)

    await quiet(-120, -1)
    await pass(SOON)
    expect(browser.received.map(({ payload: { title, body, tag } }) => ({ title, body, tag }))).toEqual([
      {
        title: 'Cas Claes wants to talk to you, and 1 more',
        body: 'Cas Claes wants to talk to you\n2 unread messages from Ann Arbor',
        tag: 'digest',
      },
    ])
    expect(await held()).toEqual([])
    await pass(60)
    expect(browser.received).toHaveLength(1)
    await app.send(ann, room.id, 'Three')
    await pass(1)
    expect(browser.received.at(-1)?.payload.title).toBe('3 unread messages from Ann Arbor')
  })
})

describe('a connection request', () => {
  it('is pushed unless the receiver has seen it in a tab', async () => {
    const [cas, dora] = [await app.profiled({ full_name: 'Cas Claes' }), await app.profiled({ full_name: 'Dora' })]
    await app.request(cas, bob)
    await app.request(dora, bob)
    const entries = async () => (await app.must<{ items: { id: string }[] }>(bob, 'GET', '/api/notifications')).items
    await expect.poll(async () => (await entries()).length).toBeGreaterThanOrEqual(2)
    const [latest] = await entries()
    await app.must(bob, 'POST', '/api/notifications/seen', { ids: [latest?.id] })
    await pass(SOON)
    expect(browser.received.map(({ payload: { title, path } }) => ({ title, path }))).toEqual([
      { title: 'Cas Claes wants to talk to you', path: '/dashboard?tab=requests' },
    ])
  })
})
