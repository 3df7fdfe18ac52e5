import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'
import { findDue, backdateStoredTimes } from '@kundig/testing/database/moved-clock'
import { type ContentModeration, openContentModeration } from '@kundig/testing/people/content-moderation'
import type { Person } from '@kundig/testing/people/test-client'
import { type PushFixture, createPushFixture } from '@kundig/testing/push/push-fixture'
import type { SubscribedBrowser } from '@kundig/testing/push/push-service'
import type { TestApp } from '@kundig/testing/server/test-app'

const SECRET = 'Words that a person reported'

let fixture: PushFixture
let app: TestApp
let moderation: ContentModeration
let ann: Person
let bob: Person
let room: Room
let browser: SubscribedBrowser
beforeAll(async () => {
  fixture = await createPushFixture()
  app = fixture.app
  moderation = await openContentModeration(app)
})
afterAll(async () => {
  await moderation.close()
  await fixture.close()
})
beforeEach(async () => {
  ann = await app.profiled({ full_name: 'Ann Arbor' })
  bob = await app.signUp()
  await app.saveProfile(bob, { full_name: 'Bob Bakker' })
  room = await app.room(ann, bob)
  browser = await fixture.subscribed(bob)
  await app.must(bob, 'PATCH', '/api/notifications/settings', { previews: true })
  await app.sql('UPDATE "user" SET email_verified = true')
  // Leaves only notifications of messages. Deleting the events first waits for notifications that are being planned.
  await app.sql('DELETE FROM domain_events')
  await app.sql('DELETE FROM notification_deliveries')
  // Waits for the confirmation mail, which must not arrive during a test.
  await app.mails(bob.email)
  await app.sql('DELETE FROM local_mails')
})

/** Lets minutes pass, and waits until no notification is due. */
const pass = async (minutes: number): Promise<void> => {
  await backdateStoredTimes(app.sql, minutes)
  await expect.poll(() => findDue(app.sql)).toEqual([])
}
const mails = () => app.sql('SELECT subject, body_text, body_html FROM local_mails WHERE recipient = $1', [bob.email])

describe('a message removed before its notification', () => {
  it('is neither pushed nor mailed', async () => {
    await app.send(ann, room.id, SECRET)
    await moderation.remove(room.id, 1)
    await pass(0.2)
    await pass(20)
    expect(browser.asked).toBe(0)
    expect(await mails()).toEqual([])
  })

  it('is not quoted in a push or mail that was planned before the removal', async () => {
    await app.send(ann, room.id, 'Before it')
    await app.send(ann, room.id, SECRET)
    browser.answer = { status: 503 }
    await backdateStoredTimes(app.sql, 0.2)
    await expect.poll(() => browser.asked).toBeGreaterThan(0)
    const before = browser.received.length
    await moderation.remove(room.id, 2)
    browser.answer = { status: 201 }
    await pass(5)
    await pass(20)
    const delivered = JSON.stringify([browser.received.slice(before), await mails()])
    expect(delivered).toContain('Ann Arbor')
    expect(delivered).toContain('Before it')
    expect(delivered).not.toContain(SECRET)
  })

  it('causes a notification after its removal is undone', async () => {
    await app.send(ann, room.id, SECRET)
    await moderation.remove(room.id, 1)
    await moderation.restore(room.id, 1)
    await pass(0.2)
    expect(browser.received[0]?.payload.body).toBe(SECRET)
  })
})
