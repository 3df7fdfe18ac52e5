import { randomUUID } from 'node:crypto'

import { beforeAll, describe, expect } from 'vitest'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { OwnReview, Review } from '@kundig/contract/reviews/reviews.contract'
import { holdTransaction } from '@kundig/testing/database/held-transaction'
import type { Deal } from '@kundig/testing/payments/payment-environment'
import { testDeals, usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
// Each deal has its own seller, which separates the tests' reviews.
const it = testDeals(
  () => environment,
  () => environment.ownDeal(),
)

const pathOf = (expert: Person) => `/api/profiles/${expert.id}/reviews`
const write = (buyer: Person | null, expert: Person, review: object = { rating: 5, text: 'Clear and kind.' }) =>
  app.api<OwnReview>(buyer, 'PUT', `${pathOf(expert)}/own`, review)
const own = (buyer: Person, expert: Person) => app.must<OwnReview>(buyer, 'GET', `${pathOf(expert)}/own`)
const list = async (expert: Person, reader: Person | null = null) =>
  (await app.must<{ items: Review[] }>(reader, 'GET', pathOf(expert))).items
const answer = (expert: Person, id: string, text = 'Thank you!') =>
  app.api<Review>(expert, 'PUT', `/api/reviews/${id}/answer`, { text })
const meanOf = async (expert: Person) => (await app.must<Profile>(expert, 'GET', `/api/profiles/${expert.id}`)).reviews
const age = ({ buyer, seller }: Deal, days: number) =>
  app.sql(
    `UPDATE review_rights SET paid_at = now() - $3::int * interval '1 day' WHERE buyer_id = $1 AND expert_id = $2`,
    [buyer.id, seller.id, days],
  )
const publish = (...people: Person[]) =>
  app.sql('UPDATE profiles SET is_public = true WHERE id = ANY ($1)', [people.map(({ id }) => id)])

beforeAll(() => app.sql('UPDATE profiles SET is_public = true'))

describe('writing a review', () => {
  it('is open to the buyer for 30 days after a payment', async ({ deal }) => {
    const { buyer, seller } = deal
    await publish(seller)
    expect(toOutcome(await write(buyer, seller))).toBe('403 REVIEW_WITHOUT_PAYMENT')
    const paid = await environment.paid(deal)
    expect(await own(buyer, seller)).toMatchObject({
      review: null,
      asked_after: paid.payment_request_id,
      open_until: expect.any(String) as unknown,
    })
    await age(deal, 29)
    expect((await write(buyer, seller)).body).toMatchObject({
      review: { rating: 5, text: 'Clear and kind.' },
      asked_after: null,
    })
    expect(toOutcome(await write(buyer, seller, { rating: 4 }))).toBe('200')
    await age(deal, 30)
    expect(toOutcome(await write(buyer, seller))).toBe('409 REVIEW_TOO_LATE')
    expect(await own(buyer, seller)).toEqual({
      review: { rating: 4, text: null },
      open_until: null,
      asked_after: null,
    })
    await environment.paid(deal)
    expect(toOutcome(await write(buyer, seller, { rating: 3 }))).toBe('200')
    expect((await list(seller)).map(({ rating }) => rating)).toEqual([3])
  })

  const OUT_OF_BOUNDS = [
    [{ rating: 0 }, '400 RATING_INVALID'],
    [{ rating: 6 }, '400 RATING_INVALID'],
    [{ rating: 4.5 }, '400 RATING_INVALID'],
    [{ rating: 'veel' }, '400 RATING_INVALID'],
    [{ rating: 5, text: 'x'.repeat(501) }, '400 TEXT_TOO_LONG'],
    [{ rating: 5, text: '<b></b>' }, '400 ONLY_MARKUP'],
    [{ rating: 5, text: 'Bees\u0000' }, '400 TEXT_INVALID'],
  ] as const
  it('is refused for values out of bounds, each with its own error code', async ({ deal }) => {
    const answers: string[] = []
    for (const [review] of OUT_OF_BOUNDS) answers.push(toOutcome(await write(deal.buyer, deal.seller, review)))
    expect(answers).toEqual(OUT_OF_BOUNDS.map(([, refusal]) => refusal))
  })

  it('a review by a person who may not write it is refused', async ({ deal }) => {
    await environment.paid(deal)
    const { buyer, seller } = deal
    expect(toOutcome(await write(seller, seller))).toBe('400 REVIEW_OF_SELF')
    expect(toOutcome(await write(null, seller))).toBe('401 NO_SESSION')
    expect(toOutcome(await write(seller, buyer))).toBe('403 REVIEW_WITHOUT_PAYMENT')
    await app.must(seller, 'POST', '/api/blocks', { person_id: buyer.id })
    expect(toOutcome(await write(buyer, seller))).toBe('409 REVIEW_UNAVAILABLE')
  })

  it('is refused for a banned person', async ({ deal }) => {
    await environment.paid(deal)
    await app.sql(`INSERT INTO standings (account_id, state) VALUES ($1, 'banned')`, [deal.buyer.id])
    expect(toOutcome(await write(deal.buyer, deal.seller))).toBe('403 BANNED')
  })

  it('concurrent reviews by one buyer leave one review', async ({ deal, paid }) => {
    const { buyer, seller } = deal
    await publish(seller)
    const ratings = [1, 2, 3, 4, 5]
    const [answers] = await Promise.all([
      Promise.all(ratings.map((rating) => write(buyer, seller, { rating }))),
      environment.refund(seller, paid, { amount: '19.99' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(ratings.map(() => 200))
    await expect.poll(() => list(seller)).toMatchObject([{ is_refunded: true }])
    const items = await list(seller)
    expect(await app.sql('SELECT review_count, review_sum FROM profiles WHERE id = $1', [seller.id])).toEqual([
      { review_count: 1, review_sum: items[0]?.rating },
    ])
  })
})

describe('a review', () => {
  it('shows the name of a public reviewer and hides that of a private one', async ({ deal }) => {
    await environment.paid(deal)
    const { buyer, seller } = deal
    await publish(seller, buyer)
    await write(buyer, seller)
    const [named] = await list(seller)
    expect(named).toEqual({
      id: expect.any(String) as unknown,
      rating: 5,
      text: 'Clear and kind.',
      month: new Date().toISOString().slice(0, 7),
      reviewer: { id: buyer.id, full_name: expect.any(String) as unknown },
      is_refunded: false,
      answer: null,
    })
    await app.sql('UPDATE profiles SET is_public = false WHERE id = $1', [buyer.id])
    expect(await list(seller)).toEqual([{ ...named, reviewer: null }])
  })

  it('is marked as refunded only if all payments of the pair are refunded', async ({ deal, paid }) => {
    const { buyer, seller } = deal
    await publish(seller)
    const second = await environment.paid(deal)
    await write(buyer, seller)
    await environment.refund(seller, paid, { amount: '19.99' })
    expect(await list(seller)).toMatchObject([{ is_refunded: false }])
    await environment.refund(seller, second, { amount: '19.99' })
    await expect.poll(() => list(seller)).toMatchObject([{ is_refunded: true }])
  })

  it('accepts one answer from the expert, and one more after a change of the review', async ({ deal }) => {
    await environment.paid(deal)
    const { buyer, seller } = deal
    await publish(seller)
    await write(buyer, seller)
    const [{ id, may_answer } = { id: '' }] = await list(seller, seller)
    expect(may_answer).toBe(true)
    expect(toOutcome(await answer(buyer, id))).toBe('404 REVIEW_NOT_FOUND')
    expect(toOutcome(await answer(seller, randomUUID()))).toBe('404 REVIEW_NOT_FOUND')
    expect(toOutcome(await answer(seller, id, 'x'.repeat(501)))).toBe('400 TEXT_TOO_LONG')
    expect(toOutcome(await answer(seller, id, ' '))).toBe('400 FIELD_REQUIRED')
    const answers = await Promise.all([answer(seller, id), answer(seller, id)])
    expect(answers.map(toOutcome).toSorted()).toEqual(['200', '409 REVIEW_ANSWERED'])
    expect(await list(seller)).toMatchObject([{ answer: 'Thank you!' }])
    await write(buyer, seller, { rating: 1 })
    expect(toOutcome(await answer(seller, id, 'A pity.'))).toBe('200')
    expect(toOutcome(await answer(seller, id))).toBe('409 REVIEW_ANSWERED')
  })

  it('a removed review is missing from list and mean until the removal is undone', async ({ deal }) => {
    await environment.paid(deal)
    const { buyer, seller } = deal
    await publish(seller)
    await write(buyer, seller)
    const [{ id } = { id: '' }] = await list(seller)
    await answer(seller, id)
    const moderator = await makeOperator(app, 'moderator')
    const remove = async (kind: string, reporter: Person) => {
      await app.must(reporter, 'POST', '/api/reports', { subject: { kind, id }, category: 'spam' })
      const [row] = await app.sql<{ id: string }>(
        'SELECT id FROM report_cases WHERE subject_kind = $1 AND subject_id = $2',
        [kind, id],
      )
      const decision = { measure: 'remove_review', ground: 'rules', facts: 'It insults.', rule: 'Part 3' }
      await app.must(moderator, 'POST', `/api/operations/cases/${row?.id}/decide`, decision)
      return row?.id
    }
    await remove('review_answer', buyer)
    expect(await list(seller)).toMatchObject([{ answer: null }])
    const caseId = await remove('review', seller)
    expect(await list(seller)).toEqual([])
    expect(await app.sql('SELECT review_count FROM profiles WHERE id = $1', [seller.id])).toEqual([{ review_count: 0 }])
    expect(toOutcome(await write(buyer, seller))).toBe('409 REVIEW_REMOVED')
    const kinds = await app.sql<{ account_id: string; kind: string }>(
      'SELECT account_id, kind FROM statements WHERE account_id = ANY ($1)',
      [[buyer.id, seller.id]],
    )
    expect(kinds).toHaveLength(2)
    const { items } = await app.must<{ items: { id: string }[] }>(
      moderator,
      'GET',
      `/api/operations/cases/${caseId}/decisions`,
    )
    await app.must(moderator, 'POST', `/api/operations/decisions/${items[0]?.id}/undo`, { facts: 'We looked again.' })
    expect(await list(seller)).toMatchObject([{ id, answer: null }])
  })

  it('a review cannot be changed by a request that began before its removal', async ({ deal }) => {
    await environment.paid(deal)
    const { buyer, seller } = deal
    await write(buyer, seller)
    const removal = await holdTransaction(app.databaseUrl, [
      'UPDATE reviews SET removed_at = now() WHERE buyer_id = $1',
      buyer.id,
    ])
    const changing = write(buyer, seller, { rating: 1, text: 'Another text' })
    await removal.untilOthersWait()
    await removal.commit()
    expect(toOutcome(await changing)).toBe('409 REVIEW_REMOVED')
    expect(await app.sql('SELECT rating FROM reviews WHERE buyer_id = $1', [buyer.id])).toEqual([{ rating: 5 }])
  })

  it('reviews of a hidden expert are shown only to the expert', async ({ deal }) => {
    await environment.paid(deal)
    const { buyer, seller } = deal
    await write(buyer, seller)
    await app.sql('UPDATE profiles SET hidden_at = now(), public_once_shown = true, is_public = false WHERE id = $1', [
      seller.id,
    ])
    expect(toOutcome(await app.api(buyer, 'GET', pathOf(seller)))).toBe('403 PROFILE_NOT_PUBLIC')
    expect(await list(seller, seller)).toHaveLength(1)
  })
})

it('the mean appears with the third review', async () => {
  const deals = [await environment.deal(), await environment.deal(), await environment.deal()]
  const seller = deals[0]?.seller
  if (!seller) throw new Error('A deal has a seller')
  for (const [index, deal] of deals.entries()) {
    await environment.paid(deal)
    expect(await meanOf(seller)).toBe(undefined)
    await write(deal.buyer, seller, { rating: [5, 5, 4][index] })
  }
  expect(await meanOf(seller)).toEqual({ count: 3, mean: 4.7 })
})

it('reviews come in pages, newest first', async () => {
  const deal = await environment.deal()
  const { seller } = deal
  await publish(seller)
  await app.sql(
    `WITH buyers AS (SELECT gen_random_uuid() AS id FROM generate_series(1, 9)), rights AS (
       INSERT INTO review_rights (buyer_id, expert_id, payment_request_id, paid_at) SELECT id, $1, id, now() FROM buyers
     )
     INSERT INTO reviews (buyer_id, expert_id, rating, written_at)
       SELECT id, $1, 4, now() - random() * interval '9 days' FROM buyers`,
    [seller.id],
  )
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: { items: Review[]; next_cursor: string | null } = await app.must(
      null,
      'GET',
      `${pathOf(seller)}${cursor === null ? '' : `?cursor=${cursor}`}`,
    )
    expect(page.items.length).toBeLessThanOrEqual(5)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  const rows = await app.sql<{ id: string }>('SELECT id FROM reviews WHERE expert_id = $1 ORDER BY written_at DESC', [
    seller.id,
  ])
  expect(seen).toEqual(rows.map(({ id }) => id))
})

it('a dismissed review prompt does not return, even after another payment', async () => {
  const deal = await environment.ownDeal()
  await environment.paid(deal)
  const { body } = await app.api<OwnReview>(deal.buyer, 'POST', `${pathOf(deal.seller)}/dismiss`)
  expect(body).toMatchObject({ asked_after: null, open_until: expect.any(String) as unknown })
  await environment.paid(deal)
  expect(await own(deal.buyer, deal.seller)).toMatchObject({ asked_after: null })
})
