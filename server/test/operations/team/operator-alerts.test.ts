import { beforeEach, describe, expect, it } from 'vitest'

import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { giveRole, makeOperator } from '@kundig/testing/people/operators'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', operatorsNeedSecondFactor: false, notifyEveryMs: 100 })
const environment = usePaymentEnvironment(app)
const SOON = { timeout: 20_000 }

beforeEach(() => app.sql('DELETE FROM operator_roles'))

async function operator(role: OperatorRole, person?: Person): Promise<Person> {
  const made = await makeOperator(app, role, person)
  await app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [made.id])
  return made
}
const alertsOf = async (person: Person) =>
  (await app.must<{ items: Notification[] }>(person, 'GET', '/api/notifications')).items.filter(({ kind }) =>
    kind.startsWith('operator_'),
  )
const untilAlerted = (person: Person, entries: object[]) =>
  expect.poll(() => alertsOf(person), SOON).toMatchObject(entries)
const mailsTo = ({ email }: Person) =>
  app.sql<{ subject: string; body_text: string }>(
    `SELECT subject, body_text FROM local_mails WHERE recipient = $1 AND (subject LIKE '%illegal%' OR subject LIKE '%disputes%')`,
    [email],
  )
const untilMailed = (person: Person, mails: object[]) => expect.poll(() => mailsTo(person), SOON).toMatchObject(mails)
async function reported(reporter: Person, about: Person, category = 'illegal'): Promise<string> {
  const law = category === 'illegal' ? { law: 'The law' } : {}
  const subject = { kind: 'profile', id: about.id }
  await app.must(reporter, 'POST', '/api/reports', { subject, category, text: 'Look at it', ...law })
  const [row] = await app.sql<{ id: string }>('SELECT id FROM report_cases WHERE about_id = $1', [about.id])
  return row?.id ?? ''
}

describe('a report of something illegal', () => {
  it('notifies owners and moderators once, by bell and mail, despite switched-off mails and quiet hours', async () => {
    const [owner, moderator, viewer, suspended] = await Promise.all([
      operator('owner'),
      operator('moderator'),
      operator('viewer'),
      operator('moderator'),
    ])
    await app.sql(`INSERT INTO standings (account_id, state) VALUES ($1, 'banned')`, [suspended.id])
    const off = Object.fromEntries(
      ['messages', 'requests', 'answers', 'chats', 'appointments', 'payments', 'selling'].map((topic) => [
        topic,
        false,
      ]),
    )
    const quiet = { time_zone: 'UTC', quiet_hours: { from: '00:00', until: '23:59' } }
    await app.must(owner, 'PATCH', '/api/notifications/settings', { mail: off, push: off, ...quiet })
    const [bob, ann, carl] = await Promise.all([app.profiled(), app.profiled(), app.profiled()])

    const id = await reported(ann, bob, 'spam')
    expect(await reported(carl, bob)).toBe(id)
    const alert = { kind: 'operator_report', subject_id: id, room_id: null, actor: null }
    for (const person of [owner, moderator]) {
      await untilAlerted(person, [{ ...alert, read: false }])
      await untilMailed(person, [{ subject: 'Something was reported as illegal' }])
    }
    const [mail] = await mailsTo(owner)
    expect(mail?.body_text).toContain(`/operator?case=${id}`)
    expect(mail?.body_text).not.toContain('unsubscribe')

    await reported(await app.profiled(), bob)
    await app.must(owner, 'POST', `/api/operations/cases/${id}/decide`, { measure: 'nothing', ground: 'rules' })
    await untilAlerted(owner, [{ ...alert, read: true }])
    await untilAlerted(moderator, [{ ...alert, read: true }])
    for (const person of [owner, moderator]) expect(await mailsTo(person)).toHaveLength(1)
    expect(await alertsOf(viewer)).toEqual([])
    expect(await app.sql('SELECT FROM domain_events WHERE recipient_id = $1', [suspended.id])).toEqual([])
  })

  it('does not notify operators who made the report or are its subject', async () => {
    const [owner, reporter, about] = await Promise.all([
      operator('owner'),
      operator('moderator'),
      operator('moderator'),
    ])
    const id = await reported(reporter, about)
    await untilAlerted(owner, [{ subject_id: id }])
    for (const person of [reporter, about]) expect(await alertsOf(person)).toEqual([])
  })

  it('is dismissed for operators whose role ends, and not mailed to them later', async () => {
    const [owner, moderator] = await Promise.all([operator('owner'), operator('moderator')])
    await reported(await app.profiled(), await app.profiled())
    await untilMailed(moderator, [{}])
    await untilAlerted(moderator, [{ read: false }])
    await app.sql('DELETE FROM operator_roles WHERE user_id = $1', [moderator.id])
    await app.sql(
      `UPDATE notification_deliveries SET ended_at = NULL, outcome = NULL, due_at = now() WHERE user_id = $1 AND channel = 'mail'`,
      [moderator.id],
    )
    const outcomes = () =>
      app.sql(`SELECT outcome FROM notification_deliveries WHERE user_id = $1 AND channel = 'mail'`, [moderator.id])
    await expect.poll(outcomes, SOON).toEqual([{ outcome: 'switched_off' }])
    expect(await mailsTo(moderator)).toHaveLength(1)

    await giveRole(app.sql, moderator, 'moderator')
    await app.must(owner, 'PUT', '/api/operations/operators', { email: moderator.email, role: 'viewer' })
    await untilAlerted(moderator, [{ read: true }])
  })
})

describe('a dispute', () => {
  it('notifies owners and moderators once until it closes, except the buyer and the seller', async () => {
    const deal = await environment.ownDeal()
    const [owner, moderator] = await Promise.all([operator('owner'), operator('moderator')])
    await operator('moderator', deal.seller)
    const message = await environment.paid(deal, { amount: '35' })
    const { intent } = await environment.stored(message)
    const { id } = await environment.control<{ id: string }>(`/payment_intents/${intent}/dispute`)
    for (const person of [owner, moderator]) {
      await untilAlerted(person, [
        { kind: 'operator_dispute', amount: 3500, currency: 'eur', room_id: null, read: false },
      ])
      await untilMailed(person, [{ subject: 'A bank disputes a payment of €35.00' }])
    }
    expect((await mailsTo(owner))[0]?.body_text).toContain('/operator?tab=payments')
    await environment.control(`/disputes/${id}/lose`)
    await untilAlerted(owner, [{ kind: 'operator_dispute', read: true }])
    await untilAlerted(moderator, [{ kind: 'operator_dispute', read: true }])
    expect(await alertsOf(deal.seller)).toEqual([])
    expect(await mailsTo(owner)).toHaveLength(1)
  })
})
