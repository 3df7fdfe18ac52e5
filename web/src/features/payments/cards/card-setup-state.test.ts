import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { type CardSetupEvent, type CardSetupState, reduceCardSetup, OPENING } from './card-setup-state.ts'

const ready: CardSetupState = { ...OPENING, phase: 'ready' }
const saving: CardSetupState = { ...OPENING, phase: 'saving' }
const finished: CardSetupState = { ...saving, finished: 'seti_1' }
const failed: CardSetupState = { ...OPENING, phase: 'failed', problem: { kind: 'error', code: 'PROVIDER_FAILED' } }
const refused = { kind: 'refused', reason: 'insufficient_funds' } as const
/** State after a setup was discarded. */
const reopened: CardSetupState = { ...OPENING, form: 1, setup: 1 }

describe('saving a card', () => {
  it.each<[string, CardSetupState, CardSetupEvent, CardSetupState]>([
    ['accepts a card once the form is ready', OPENING, { type: 'ready' }, ready],
    ['starts with a click, and clears the previous error', { ...ready, problem: refused }, { type: 'save' }, saving],
    [
      'keeps a finished setup until the server has the card',
      saving,
      { type: 'outcome', outcome: { status: 'succeeded', setupIntentId: 'seti_1' } },
      finished,
    ],
    ['is finished when the server has the card', finished, { type: 'added' }, ready],
    [
      'keeps a finished setup whose report to the server failed',
      finished,
      { type: 'not_added', code: 'NETWORK' },
      { ...ready, finished: 'seti_1', problem: { kind: 'error', code: 'NETWORK' } },
    ],
    [
      'asks for the card again when the server rejects the setup for good',
      finished,
      { type: 'not_added', code: 'CARD_NOT_FOUND' },
      { ...reopened, problem: { kind: 'new_form', because: 'failed' } },
    ],
    [
      'asks for the card again when the setup is over',
      saving,
      { type: 'outcome', outcome: { status: 'failed', code: 'over' } },
      { ...reopened, problem: { kind: 'new_form', because: 'over' } },
    ],
    [
      'shows that the bank is still processing',
      saving,
      { type: 'outcome', outcome: { status: 'processing', setupIntentId: 'seti_1' } },
      { ...ready, problem: { kind: 'processing' } },
    ],
    [
      'shows that the bank’s authentication was not completed',
      saving,
      { type: 'outcome', outcome: { status: 'abandoned' } },
      { ...ready, problem: { kind: 'refused', reason: 'abandoned' } },
    ],
    [
      'shows why a card was refused',
      saving,
      { type: 'outcome', outcome: { status: 'failed', code: 'insufficient_funds' } },
      { ...ready, problem: refused },
    ],
    [
      'stays ready when fields are missing, which the form marks',
      saving,
      { type: 'outcome', outcome: { status: 'failed', code: 'form_incomplete' } },
      ready,
    ],
    [
      'shows a general error for an unknown failure',
      saving,
      { type: 'outcome', outcome: { status: 'failed', code: 'unknown' } },
      { ...ready, problem: { kind: 'error', code: 'CARD_SETUP_FAILED' } },
    ],
    [
      'can be retried when the provider was unreachable',
      saving,
      { type: 'not_confirmed', code: 'CARD_SETUP_FAILED' },
      { ...ready, problem: { kind: 'error', code: 'CARD_SETUP_FAILED' } },
    ],
    [
      'shows the payment error for a missing session',
      OPENING,
      { type: 'not_opened', code: 'NO_SESSION' },
      { ...failed, problem: { kind: 'error', code: 'PAYMENT_NO_SESSION' } },
    ],
    ['shows a provider failure, even during saving', saving, { type: 'not_opened', code: 'PROVIDER_FAILED' }, failed],
    ['retries the same setup with a new form', failed, { type: 'retry' }, { ...OPENING, form: 1 }],
  ])('%s', (_case, before, event, after) => {
    expect(reduceCardSetup(before, event)).toEqual(after)
  })

  it.each<[string, CardSetupState, CardSetupEvent]>([
    ['a second click', saving, { type: 'save' }],
    ['a click before the form is ready', OPENING, { type: 'save' }],
    ['a response about a discarded form', reopened, { type: 'not_added', code: 'NETWORK' }],
    ['a retry without a failure', ready, { type: 'retry' }],
  ])('ignores %s', (_case, state, event) => {
    expect(reduceCardSetup(state, event)).toBe(state)
  })
})

const events = fc.constantFrom<CardSetupEvent>(
  { type: 'ready' },
  { type: 'not_opened', code: 'NETWORK' },
  { type: 'retry' },
  { type: 'save' },
  { type: 'outcome', outcome: { status: 'succeeded', setupIntentId: 'seti_1' } },
  { type: 'outcome', outcome: { status: 'abandoned' } },
  { type: 'outcome', outcome: { status: 'failed', code: 'over' } },
  { type: 'not_added', code: 'NETWORK' },
  { type: 'not_added', code: 'CARD_SETUP_FAILED' },
  { type: 'added' },
)

const runs = fc.array(events, { maxLength: 30 }).map((happened) => {
  let state = OPENING
  return happened.map((event) => {
    const before = state
    state = reduceCardSetup(before, event)
    return { before, event, after: state }
  })
})

test('keeps a finished setup until the server has accepted or finally refused the card', () => {
  fc.assert(
    fc.property(runs, (steps) => {
      const forgotten = steps.filter(({ before, after }) => before.finished !== null && after.finished === null)
      const isSettled = ({ before, event, after }: (typeof steps)[number]): boolean =>
        event.type === 'added' || after.setup === before.setup + 1
      expect(forgotten.every(isSettled)).toBe(true)
    }),
  )
})

test('saves a card only from a ready form, and once at a time', () => {
  fc.assert(
    fc.property(runs, (steps) => {
      const begun = steps.filter(({ before, after }) => after.phase === 'saving' && before.phase !== 'saving')
      expect(begun.every(({ before, event }) => before.phase === 'ready' && event.type === 'save')).toBe(true)
    }),
  )
})
