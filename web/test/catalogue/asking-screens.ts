import type { Locator } from 'vitest/browser'

import { buildSignInLink } from '@kundig/contract/auth/sign-in-code'
import type { SentQuestion } from '@kundig/contract/connection-requests/connection-requests.contract'
import { buildErrorBody } from '@kundig/contract/errors/error-body'
import type { OwnReview, Review } from '@kundig/contract/reviews/reviews.contract'
import { QUESTION_PATH } from '@kundig/contract/site/public-pages'

import { DETAILED, LONG_NAMED, MARIEKE, READER, WITHOUT_BIO } from '../../development/gallery/gallery-data.ts'
import { signInCodeTexts } from '../../src/features/auth/sign-in-code/sign-in-code.messages.ts'
import { questionTexts } from '../../src/features/connection-requests/asking/question.messages.ts'
import { requestTexts } from '../../src/features/connection-requests/connection-requests.messages.ts'
import { detailFiltersTexts } from '../../src/features/profiles/experts/detail-filters.messages.ts'
import { reviewsTexts } from '../../src/features/reviews/reviews.messages.ts'
import { sendRequestTexts } from '../../src/routes/send-request.messages.ts'
import {
  dialog,
  fault,
  fillField,
  heading,
  pickTexts,
  press,
  refuse,
  type Screen,
  type Screens,
  submitForm,
  text,
} from './screen.ts'

const PROFILE_PATH = `/profile/${MARIEKE.id}`
const QUESTION = '01990000-0000-7000-8000-000000000001'
const WORDS = 'Kun je naar mijn kozijn kijken?'
const EMAIL = 'noor@kundig.example'

const visiting = (
  act: () => Promise<unknown>,
  shows: () => Locator,
  ask: () => { id: string } = () => ({ id: QUESTION }),
): Screen => ({
  at: PROFILE_PATH,
  session: null,
  api: { auth: { providers: () => ({ google: true, dev_mail: false }) }, connectionRequests: { ask } },
  act: async () => {
    await press(pickTexts(sendRequestTexts).sendRequestTo(MARIEKE.full_name))
    await act()
  },
  shows,
})
const write = async (): Promise<void> => {
  await fillField('message', WORDS)
  await fillField('full_name', 'Noor Haddad')
  await fillField('email', EMAIL)
}
const ask = async (): Promise<void> => {
  await write()
  await dialog.getByRole('button', { name: pickTexts(requestTexts).send, exact: true }).click()
}
const LINK = { at: buildSignInLink({ email: EMAIL, code: '123456', question: QUESTION }), session: null }
const confirm = (): Promise<void> => press(pickTexts(signInCodeTexts).confirm)
const sending = (sendQuestion: () => SentQuestion, shows: () => Locator): Screen => ({
  at: `${QUESTION_PATH}?id=${QUESTION}`,
  api: { connectionRequests: { sendQuestion } },
  shows,
})

const REVIEW: Review = {
  id: '00000000-0000-7000-8000-000000000901',
  rating: 5,
  text: 'Binnen een week wist ik waar onze bestellingen bleven, en hij legde het zo uit dat ik het begreep.',
  month: '2026-03',
  reviewer: { id: READER.id, full_name: LONG_NAMED.full_name },
  is_refunded: false,
  answer: null,
}
const REVIEWS: Review[] = [
  REVIEW,
  { ...REVIEW, id: '00000000-0000-7000-8000-000000000902', rating: 4, reviewer: null, answer: 'Graag gedaan!' },
  { ...REVIEW, id: '00000000-0000-7000-8000-000000000903', rating: 1, text: null, is_refunded: true },
]
const MAY_WRITE: OwnReview = { review: null, open_until: '2099-03-10T12:00:00.000Z', asked_after: null }
const reviewed = (items: Review[], mean?: number): Screen => ({
  at: PROFILE_PATH,
  session: null,
  api: {
    profiles: { get: () => ({ ...DETAILED, ...(mean !== undefined && { reviews: { count: items.length, mean } }) }) },
    reviews: { list: () => ({ items, next_cursor: mean === undefined ? null : 'more' }) },
  },
  shows: () => heading(pickTexts(reviewsTexts).title),
})
const reviewing = (act: () => Promise<unknown>, shows: () => Locator): Screen => ({
  at: PROFILE_PATH,
  api: { reviews: { own: () => MAY_WRITE, save: refuse('REVIEW_TOO_LATE') } },
  act: async () => {
    await press(pickTexts(reviewsTexts).write)
    await act()
  },
  shows,
})

export const askingScreens: Screens = {
  'visitor-dialog': visiting(write, () => dialog),
  'visitor-dialog.errors': visiting(submitForm, () => fault('MESSAGE_EMPTY')),
  'visitor-dialog.failed': visiting(ask, () => fault('TOO_MANY_ATTEMPTS'), refuse('TOO_MANY_ATTEMPTS')),
  'visitor-dialog.code': visiting(ask, () => text(pickTexts(questionTexts).checkMail(MARIEKE.full_name))),
  'question.link': { ...LINK, shows: () => heading(pickTexts(signInCodeTexts).questionTitle) },
  'question.used': {
    ...LINK,
    act: confirm,
    http: {
      'POST /api/auth/sign-in/code': () => Response.json(buildErrorBody('SIGN_IN_CODE_INVALID'), { status: 400 }),
    },
    shows: () => text(pickTexts(signInCodeTexts).questionUsed),
  },
  'question.expired': sending(refuse('REQUEST_NOT_FOUND'), () => heading(pickTexts(questionTexts).gone)),
  'question.failed': sending(refuse(), () => fault('FORBIDDEN')),
  'question.unsent': sending(
    () => ({ request: null, unsent: { receiver_id: MARIEKE.id, message: WORDS, because: 'NOT_TAKING_REQUESTS' } }),
    () => heading(pickTexts(questionTexts).unsentTitle),
  ),
  'filters-dialog': {
    at: '/',
    session: null,
    act: () => press(pickTexts(detailFiltersTexts).title),
    shows: () => dialog,
  },
  'landing.trusted': {
    at: '/',
    session: null,
    api: {
      profiles: {
        list: () => ({
          items: [{ ...DETAILED, reviews: { count: 6, mean: 4.7 } }, WITHOUT_BIO, LONG_NAMED],
          next_cursor: null,
        }),
      },
    },
    shows: () => text(DETAILED.headline ?? ''),
  },
  'reviews.none': reviewed([]),
  'reviews.some': reviewed(REVIEWS.slice(0, 2)),
  'reviews.many': reviewed(REVIEWS, 3.3),
  'review-form': reviewing(
    async () => undefined,
    () => dialog,
  ),
  'review-form.errors': reviewing(submitForm, () => dialog.getByText(pickTexts(reviewsTexts).choose).last()),
}
