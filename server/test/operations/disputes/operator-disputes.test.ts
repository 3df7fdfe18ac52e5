import { createHash } from 'node:crypto'

import { beforeAll, describe, expect, it } from 'vitest'

import type { DisputePack, ListedDispute } from '@kundig/contract/operations/disputes.contract'
import type { AuditEntry } from '@kundig/contract/operations/operations.contract'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 150, operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
let moderator: Person

beforeAll(async () => {
  moderator = await makeOperator(app, 'moderator', await app.signUp())
})

const SOON = { timeout: 20_000 }
const list = async () =>
  (await app.must<{ items: ListedDispute[] }>(moderator, 'GET', '/api/operations/disputes')).items
const ofPayment = async ({ payment_request_id: id }: PaymentMessage) =>
  (await list()).filter((dispute) => dispute.payment_id === id)
const log = async (subject: string) =>
  (await app.must<{ items: AuditEntry[] }>(moderator, 'GET', '/api/operations/audit-log')).items
    .filter(({ subject_id: id }) => id === subject)
    .map(({ action, state_after: after }) => [action, after])
const submitEvidence = (id: string, body: object = {}) =>
  app.api<ListedDispute>(moderator, 'POST', `/api/operations/disputes/${id}/evidence`, {
    uncategorized_text: 'They met for an hour',
    ...body,
  })

async function disputed(): Promise<{ deal: Deal; message: PaymentMessage; id: string; stripeId: string }> {
  const deal = await environment.deal()
  await app.send(deal.buyer, deal.room.id, 'Thank you for the hour')
  const message = await environment.paid(deal, { description: 'An hour of advice' })
  const { intent } = await environment.stored(message)
  const { id: stripeId } = await environment.control<{ id: string }>(`/payment_intents/${intent}/dispute`)
  await expect.poll(() => ofPayment(message), SOON).toHaveLength(1)
  const [found] = await ofPayment(message)
  return { deal, message, id: found?.id ?? '', stripeId }
}

describe('a dispute', () => {
  it('is listed by deadline with drafted evidence, and its evidence is submitted only once', async () => {
    const { deal, message, id, stripeId } = await disputed()
    await app.signIn(deal.buyer)
    const listed = await list()
    const deadlines = listed.map(({ due_by: due }) => Date.parse(due ?? ''))
    expect(deadlines).toEqual(deadlines.toSorted((a, b) => a - b))
    const pack = await app.must<DisputePack>(moderator, 'POST', `/api/operations/disputes/${id}/look`)
    expect(pack.dispute).toMatchObject({
      payment_id: message.payment_request_id,
      seller: { id: deal.seller.id },
      buyer: { id: deal.buyer.id },
      status: 'needs_response',
      submitted_at: null,
    })
    expect(pack.evidence.product_description).toBe('An hour of advice')
    expect(pack.evidence.uncategorized_text).toMatch(
      /The payment\n.*asked.*for EUR 19\.99\n.*paid \(pi_.*\n\nHow they met\n.*\n\nWhat they wrote.*\n.*Thank you for the hour\n.*\[payment request\]/su,
    )
    expect(pack.evidence.access_activity_log).toContain('logged in from 127.0.0.1')

    const tries = await Promise.all([submitEvidence(id), submitEvidence(id), submitEvidence(id)])
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await environment.stripe.disputes.retrieve(stripeId)).toMatchObject({
      status: 'under_review',
      evidence: { uncategorized_text: 'They met for an hour' },
      evidence_details: { submission_count: 1 },
    })
    expect(await log(id)).toEqual([
      ['evidence_submitted', 'submitted'],
      ['dispute_seen', 'needs_response'],
    ])
    await expect.poll(() => ofPayment(message), SOON).toMatchObject([{ status: 'under_review' }])

    await environment.control(`/disputes/${stripeId}/ask_for_more`)
    await expect.poll(() => ofPayment(message), SOON).toMatchObject([{ status: 'needs_response', submitted_at: null }])
    expect(await submitEvidence(id, { uncategorized_text: 'winning_evidence' })).toMatchObject({ status: 200 })
    await expect.poll(() => ofPayment(message), SOON).toEqual([])
  })

  it('gets its evidence submitted after an outage of Stripe', async () => {
    const { message, id, stripeId } = await disputed()
    await environment.control('/faults', { method: 'POST', path_prefix: '/v1/disputes', mode: 'refuse', times: 3 })
    expect(await submitEvidence(id)).toMatchObject({ status: 200, body: { status: 'needs_response' } })
    await environment.control('/faults/clear')
    // Stripe repeats the error for the attempt's idempotency key, until the key expires after a day.
    await environment.control('/clock/advance', { ms: 25 * 60 * 60_000 })
    await app.sql('UPDATE disputes SET check_at = now() WHERE id = $1', [id])
    await expect.poll(() => ofPayment(message), SOON).toMatchObject([{ status: 'under_review' }])
    expect((await environment.stripe.disputes.retrieve(stripeId)).evidence_details.submission_count).toBe(1)
  })

  it('is hidden from an operator who made or received the payment', async () => {
    const { deal, id } = await disputed()
    await makeOperator(app, 'owner', deal.seller)
    const { items } = await app.must<{ items: ListedDispute[] }>(deal.seller, 'GET', '/api/operations/disputes')
    expect(items.map((dispute) => dispute.id)).not.toContain(id)
    for (const rest of ['look', 'evidence']) {
      expect(
        await app.api(
          deal.seller,
          'POST',
          `/api/operations/disputes/${id}/${rest}`,
          rest === 'evidence' ? { uncategorized_text: 'We met' } : {},
        ),
      ).toMatchObject({ status: 404, body: { code: 'DISPUTE_NOT_FOUND' } })
    }
  })

  it('is listed without evidence if its payment is unknown', async () => {
    await environment.stripe.paymentIntents.create({
      amount: 900,
      currency: 'eur',
      payment_method: 'pm_card_createDispute',
      confirm: true,
    })
    const unknown = async () => (await list()).filter(({ payment_id: payment }) => payment === null)
    await expect.poll(unknown, SOON).toMatchObject([{ amount: 900, seller: null, buyer: null }])
    const [{ id } = { id: '' }] = await unknown()
    expect(await app.must<DisputePack>(moderator, 'POST', `/api/operations/disputes/${id}/look`)).toMatchObject({
      evidence: { product_description: '', access_activity_log: '', uncategorized_text: '' },
    })
  })
})

it('dispute evidence names files with their hashes', async () => {
  const { deal, message, id } = await disputed()
  const hash = createHash('sha256').update('a file').digest('hex')
  await app.sql(
    `INSERT INTO chat_files (room_id, seq, stored_name, name, type, size, content_hash, sender_id, created_at)
     SELECT room_id, seq, 'stored', 'notes.pdf', 'application/pdf', 6, $3, sender_id, created_at
     FROM chat_messages WHERE room_id = $1 AND seq = $2`,
    [deal.room.id, message.seq - 1, hash],
  )
  const { evidence } = await app.must<DisputePack>(moderator, 'POST', `/api/operations/disputes/${id}/look`)
  expect(evidence.uncategorized_text).toContain(`[file notes.pdf, SHA-256 ${hash}]`)
})
