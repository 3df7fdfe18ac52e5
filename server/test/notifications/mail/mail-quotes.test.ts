import { beforeEach, describe, expect, it } from 'vitest'

import { backdateStoredTimes } from '@kundig/testing/database/moved-clock'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ notifyEveryMs: 200 })

let ann: Person
let bob: Person
beforeEach(async () => {
  ann = await app.profiled({ full_name: 'Ann Arbor' })
  bob = await app.profiled({ full_name: 'Bob Bakker' })
  await app.sql('UPDATE "user" SET email_verified = true')
})

const mails = () => app.mails(bob.email)
const untilPlanned = () =>
  expect
    .poll(() => app.sql(`SELECT FROM notification_deliveries WHERE user_id = $1 AND channel = 'mail'`, [bob.id]))
    .toHaveLength(1)

describe('a mail about an event', () => {
  it('quotes nothing for people who switched quotes off', async () => {
    await app.must(bob, 'PATCH', '/api/notifications/settings', { mail_quotes: false })
    await app.request(ann, bob, 'This is what I wrote to you')
    await untilPlanned()
    await backdateStoredTimes(app.sql, 1)
    expect(JSON.stringify(await mails())).not.toContain('what I wrote')
  })

  it.each([
    [
      'hidden',
      'UPDATE profiles SET hidden_at = now(), public_once_shown = true WHERE id = $1 AND $2::uuid IS NOT NULL',
    ],
    ['banned', `INSERT INTO standings (account_id, state) SELECT $1, 'banned' WHERE $2::uuid IS NOT NULL`],
    ['blocked', 'INSERT INTO blocks (blocked_id, blocker_id) VALUES ($1, $2)'],
  ])('does not quote a sender who was %s after the mail was planned', async (_state, statement) => {
    await app.request(ann, bob, 'This is what I wrote to you')
    await untilPlanned()
    await app.sql(statement, [ann.id, bob.id])
    await backdateStoredTimes(app.sql, 1)
    expect((await mails())[0]?.subject).toBe('Ann Arbor wants to talk to you')
    expect(JSON.stringify(await mails())).not.toContain('what I wrote')
  })

  it.each([
    ['payment_requested', 'payment', 'Two hours of advice'],
    ['payment_reminder', 'payment', 'Two hours of advice'],
    ['refund_requested', 'open', 'It took one hour'],
    ['refund_declined', 'seller', 'It took two'],
    ['refund_declined', 'operator', null],
  ])('quotes the reason of a %s (%s)', async (kind, state, quote) => {
    const { id: roomId } = await app.room(bob, ann)
    await app.sql('DELETE FROM domain_events')
    await app.sql('DELETE FROM notification_deliveries')
    const insert = async (statement: string, values: unknown[]) =>
      (await app.sql<{ id: string }>(statement, values))[0]?.id
    const payment = await insert(
      `INSERT INTO payment_requests
         (room_id, client_id, seller_id, buyer_id, amount, currency, description, stripe_connect_account_id)
       VALUES ($1, uuidv7(), $2, $3, 3500, 'eur', 'Two hours of advice', 'acct_1') RETURNING id`,
      [roomId, ann.id, bob.id],
    )
    const refund = await insert(
      `INSERT INTO refund_requests
         (payment_request_id, client_id, amount, reason, answer, status, declined_by, seller_answers_until)
       VALUES ($1, uuidv7(), 3500, 'It took one hour', $2, $3, $4, now() + interval '1 day') RETURNING id`,
      [
        payment,
        ...(state === 'seller' || state === 'operator' ? ['It took two', 'declined', state] : ['', 'open', null]),
      ],
    )
    const subject = kind.startsWith('refund') ? refund : payment
    await app.sql(
      `INSERT INTO notifications (id, user_id, kind, subject_id, room_id, actor_id, amount, currency, created_at)
       VALUES (uuidv7(), $1, $2, $3, $4, $5, 3500, 'eur', now())`,
      [bob.id, kind, subject, roomId, ann.id],
    )
    await app.sql(
      `INSERT INTO notification_deliveries (user_id, channel, kind, subject_id, due_at) VALUES ($1, 'mail', $2, $3, now())`,
      [bob.id, kind, subject],
    )
    expect(/^ {2}> (.*)$/mu.exec((await mails())[0]?.text ?? '')?.[1] ?? null).toBe(quote)
  })
})
