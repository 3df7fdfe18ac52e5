import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { Refusal } from '@kundig/contract/errors'
import type { OwnReview, Review } from '@kundig/contract/reviews/reviews.contract'

import { MARIEKE, READER } from '../../../development/gallery/gallery-data.ts'
import { openPaymentRoom, createPayment } from '../../../test/component/deals.ts'
import { openApp } from '../../../test/component/open-app.tsx'
import { expectNoAxeViolations } from '../../../test/component/violations.ts'

const REVIEW: Review = {
  id: '00000000-0000-7000-8000-000000000901',
  rating: 4,
  text: 'Clear, kind, and on time.',
  month: '2026-03',
  reviewer: null,
  is_refunded: true,
  answer: 'Thank you!',
}
const OWN: OwnReview = { review: null, open_until: '2099-03-10T12:00:00.000Z', asked_after: null }
const EXPERT = { ...MARIEKE, reviews: { count: 6, mean: 4.7 } }

const section = page.getByRole('region', { name: 'Reviews' })
const dialog = page.getByRole('dialog')
const publish = dialog.getByRole('button', { name: 'Publish' })

it('a profile shows its mean rating and its reviews, with a button for more', async () => {
  const list = ({ cursor }: { cursor?: string | undefined }) =>
    cursor === undefined
      ? { items: [REVIEW], next_cursor: 'more' }
      : { items: [{ ...REVIEW, id: MARIEKE.id, text: 'An older one.' }], next_cursor: null }
  await openApp(`/profile/${MARIEKE.id}`, {
    session: null,
    api: { profiles: { get: () => EXPERT }, reviews: { list } },
  })
  await expect.element(section).toMatchTextContent(/4\.7 out of 5 · 6 reviews/u)
  await expect.element(section).toMatchTextContent(/Only people who paid/u)
  const review = section.getByRole('article')
  await expect.element(review).toMatchTextContent(/a client, March 2026Refunded/u)
  await expect.element(review.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible()
  await expect.element(review).toMatchTextContent(/Thank you!/u)
  await expectNoAxeViolations()
  await section.getByRole('button', { name: 'Show more' }).click()
  await expect.element(section.getByText('An older one.')).toBeVisible()
})

it('a review is written in a dialog, which also shows the server’s refusal', async () => {
  let own = OWN
  const save = vi.fn<(input: { rating: number; text?: string | null | undefined }) => OwnReview>(({ rating, text }) => {
    if (rating === 1) throw new Refusal('REVIEW_TOO_LATE')
    own = { ...OWN, review: { rating, text: text ?? null } }
    return own
  })
  await openApp(`/profile/${MARIEKE.id}`, { api: { reviews: { own: () => own, save } } })
  await section.getByRole('button', { name: 'Write a review' }).click()
  await publish.click()
  await expect.element(dialog.getByText('Choose 1 to 5 stars', { exact: true }).last()).toBeVisible()
  await dialog.getByLabelText('Rating').selectOptions('1')
  await dialog.getByLabelText(/^Your experience/u).fill('Good')
  await publish.click()
  await expect.element(dialog).toMatchTextContent(/up to 30 days after paying/u)
  await dialog.getByLabelText('Rating').selectOptions('5')
  await publish.click()
  await expect.element(section.getByRole('button', { name: 'Change your review' })).toBeVisible()
  expect(save).toHaveBeenLastCalledWith({ person_id: MARIEKE.id, rating: 5, text: 'Good' })
})

it('an expert answers a review about them', async () => {
  const answer = vi.fn<(input: { text: string }) => Review>(({ text }) => ({ ...REVIEW, answer: text }))
  const list = () => ({ items: [{ ...REVIEW, answer: null, may_answer: true as const }], next_cursor: null })
  await openApp(`/profile/${READER.id}`, { api: { reviews: { list, answer } } })
  await section.getByRole('button', { name: 'Answer' }).click()
  await dialog.getByLabelText('Your answer').fill('Thank you!')
  await publish.click()
  await expect.poll(() => answer.mock.calls).toEqual([[{ review_id: REVIEW.id, text: 'Thank you!' }]])
})

it('the chat asks the buyer for a review below one payment until the buyer closes the question', async () => {
  const paid = { status: 'completed' as const, expires_at: null, refunds: [], refund_request: null }
  const asked = { ...OWN, asked_after: createPayment('buyer', paid).payment_request_id ?? null }
  const dismiss = vi.fn<() => OwnReview>(() => OWN)
  await openPaymentRoom({ payment: paid, api: { reviews: { own: () => asked, dismiss } } })
  const question = page.getByText(/^How was it with/u)
  await expect.element(question).toBeVisible()
  await page.getByRole('button', { name: 'No thanks' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(dismiss).toHaveBeenCalledOnce()
})
