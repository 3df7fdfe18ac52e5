import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import type { DeclineReason } from '../provider/decline-reason.ts'
import { declineTexts } from '../provider/decline.messages.ts'
import { isPaymentUnderWay, canPay, reducePayState, type PayEvent, type PayState } from './pay-state.ts'

const card = { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031, is_default: true }
const opening: PayState = { step: 'opening' }
const paying: PayState = { step: 'paying' }

const reasons = fc.constantFrom<DeclineReason>('insufficient_funds', 'declined', 'network', 'unknown', 'over')
const outcomes = fc.oneof(
  fc.constantFrom('succeeded' as const, 'processing' as const, 'abandoned' as const).map((status) => ({ status })),
  fc
    .constantFrom('insufficient_funds' as const, 'network' as const, 'unknown' as const)
    .map((code) => ({ status: 'failed' as const, code })),
)
const payments = fc.constantFrom(
  { status: 'open' as const, failure: null },
  { status: 'open' as const, failure: 'declined' as const },
  { status: 'needs_authentication' as const },
  { status: 'processing' as const },
  { status: 'succeeded' as const },
  { status: 'canceled' as const },
  { status: 'unknown' as const, code: 'network' as const },
)
const events: fc.Arbitrary<PayEvent> = fc.oneof(
  fc.record({
    type: fc.constant('opened' as const),
    payment: payments,
    card: fc.constantFrom(card, null),
    unclear: fc.option(reasons),
  }),
  fc.constant<PayEvent>({ type: 'broke', code: 'NETWORK', isUnclear: false }),
  fc.constantFrom<PayEvent>(
    { type: 'reopen' },
    { type: 'choose', hasCards: true },
    { type: 'choose', hasCards: false },
    { type: 'add' },
    { type: 'pick', card },
    { type: 'pay' },
    { type: 'refused', card },
    { type: 'refused', card: null },
    { type: 'give_up' },
    { type: 'given_up', as: 'given_up' },
    { type: 'given_up', as: null },
    { type: 'decided' },
  ),
  outcomes.map((outcome) => ({ type: 'outcome' as const, outcome })),
)

function run(happened: readonly PayEvent[]) {
  let state: PayState = opening
  return happened.map((event) => {
    const before: PayState = state
    state = reducePayState(before, event)
    return { before, event, after: state }
  })
}
const runs = fc.array(events, { maxLength: 60 }).map(run)

describe('paying', () => {
  it('starts no second attempt while an attempt is in progress', () => {
    fc.assert(
      fc.property(runs, (steps) => {
        const begun = steps.filter(({ before, after }) => after.step === 'paying' && before.step !== 'paying')
        expect(begun.every(({ before }) => canPay(before))).toBe(true)
        const over = steps.filter(({ before, after }) => isPaymentUnderWay(before) && !isPaymentUnderWay(after))
        expect(over.filter(({ event }) => !['outcome', 'refused', 'given_up'].includes(event.type))).toEqual([])
      }),
    )
  })

  it('an ended payment ignores all later events', () => {
    fc.assert(
      fc.property(fc.constantFrom('paid', 'decided', 'given_up', 'still_open'), events, (as, event) => {
        const ended: PayState = { step: 'ended', as }
        expect(reducePayState(ended, event)).toBe(ended)
      }),
    )
  })

  it('is shown as paid only after the provider confirms it', () => {
    const said = (event: PayEvent): string =>
      event.type === 'opened' ? event.payment.status : event.type === 'outcome' ? event.outcome.status : event.type
    fc.assert(
      fc.property(runs, (steps) => {
        const paid = steps.find(({ after }) => after.step === 'ended' && after.as === 'paid')
        expect(paid ? said(paid.event) : 'succeeded').toBe('succeeded')
      }),
    )
  })

  test.each([
    ['paid', { status: 'succeeded' }, { step: 'ended', as: 'paid' }],
    ['cancelled', { status: 'canceled' }, { step: 'ended', as: 'decided' }],
    ['in progress at the bank', { status: 'processing' }, { step: 'processing' }],
    [
      'waiting for an answer to the bank’s question',
      { status: 'needs_authentication' },
      { step: 'ready', card, bankWaits: true, before: null },
    ],
    [
      'already declined',
      { status: 'open', failure: 'declined' },
      { step: 'ready', card, bankWaits: false, before: 'declined' },
    ],
    ['untouched', { status: 'open', failure: null }, { step: 'ready', card, bankWaits: false, before: null }],
  ] as const)('continues an earlier payment that is %s', (_name, payment, expected) => {
    expect(reducePayState(opening, { type: 'opened', payment, card, unclear: null })).toEqual(expected)
  })

  it('asks for a card when the buyer has no saved card', () => {
    const event = { type: 'opened', payment: { status: 'open', failure: null }, card: null, unclear: null } as const
    expect(reducePayState(opening, event)).toEqual({ step: 'adding' })
  })

  it('reports that nothing was charged only when the outcome is known', () => {
    const lost = reducePayState(paying, { type: 'outcome', outcome: { status: 'failed', code: 'network' } })
    expect(lost).toEqual(opening)
    const looked = { type: 'opened', card, unclear: 'network' } as const
    expect(reducePayState(lost, { ...looked, payment: { status: 'succeeded' } })).toEqual({ step: 'ended', as: 'paid' })
    expect(reducePayState(lost, { ...looked, payment: { status: 'open', failure: null } })).toEqual({
      step: 'declined',
      reason: 'network',
    })
  })

  it.each([
    [null, false],
    ['network', true],
  ] as const)('the outcome is unclear only if the state is unreadable after an attempt: %s', (unclear, isUnclear) => {
    const unknown = { type: 'opened', payment: { status: 'unknown', code: 'unknown' }, card, unclear } as const
    expect(reducePayState(opening, unknown)).toEqual({ step: 'broken', code: 'PROVIDER_FAILED', isUnclear })
  })

  it('stays at the form while fields are missing or another tab pays', () => {
    const missing = { status: 'failed', code: 'form_incomplete' } as const
    expect(reducePayState(paying, { type: 'outcome', outcome: missing })).toEqual({ step: 'adding' })
    expect(reducePayState(paying, { type: 'refused', card: null })).toEqual({ step: 'adding' })
  })

  it('a payment can be given up only after a failed attempt', () => {
    const declined: PayState = { step: 'declined', reason: 'insufficient_funds' }
    const giving = reducePayState(declined, { type: 'give_up' })
    expect(giving).toEqual({ step: 'giving_up', reason: 'insufficient_funds' })
    expect(reducePayState(giving, { type: 'given_up', as: null })).toEqual(declined)
    const untouched: PayState = { step: 'ready', card, bankWaits: false, before: null }
    expect(reducePayState(untouched, { type: 'give_up' })).toBe(untouched)
  })
})

test('every decline reason has different texts in both languages, without stray spaces', () => {
  expect(Object.keys(declineTexts.nl).toSorted()).toEqual(Object.keys(declineTexts.en).toSorted())
  for (const [reason, text] of Object.entries(declineTexts.en)) {
    expect(text.trim()).toBe(text)
    expect(Object.entries(declineTexts.nl)).not.toContainEqual([reason, text])
  }
})
