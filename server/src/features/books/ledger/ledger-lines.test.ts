import { array, assert, boolean, constantFrom, integer, oneof, property, record, string } from 'fast-check'
import { describe, expect, it } from 'vitest'

import { LEDGER_ACCOUNTS, LEDGER_KINDS } from '@kundig/contract/books/ledger-kinds'

import { type BalanceMovement, toLedgerKind, toLedgerLines, STRIPE_TYPES } from './ledger-lines.ts'

const cents = integer({ min: -100_000_000, max: 100_000_000 })
const movements = record({
  type: oneof(constantFrom(...STRIPE_TYPES), string({ minLength: 1 })),
  amount: cents,
  fee: cents,
  net: cents,
  fees: array(
    record({
      type: oneof(constantFrom('stripe_fee', 'tax', 'application_fee', 'withheld_tax'), string()),
      amount: cents,
    }),
    { maxLength: 4 },
  ),
  isDispute: boolean(),
})

const sumOf = (lines: ReturnType<typeof toLedgerLines>, account?: string): number =>
  lines.reduce((sum, line) => (account === undefined || line.account === account ? sum + line.amount : sum), 0)

describe('the ledger lines of a transaction', () => {
  it('the ledger lines of every Stripe transaction sum to zero', () => {
    assert(
      property(movements, (movement) => {
        const lines = toLedgerLines(movement)
        expect(sumOf(lines)).toBe(0)
        const balance = lines.filter(({ account }) => account === 'stripe_balance')
        expect(balance).toEqual([{ account: 'stripe_balance', amount: movement.net }])
        for (const { account, amount } of lines) {
          expect(LEDGER_ACCOUNTS).toContain(account)
          expect(amount !== 0 || account === 'stripe_balance').toBe(true)
        }
        expect(LEDGER_KINDS).toContain(toLedgerKind(movement))
      }),
    )
  })

  it('a known transaction type with the expected net amount never uses the account “other”', () => {
    assert(
      property(movements, constantFrom(...STRIPE_TYPES), (movement, type) => {
        const lines = toLedgerLines({ ...movement, type, net: movement.amount - movement.fee })
        expect(lines.some(({ account }) => account === 'other')).toBe(false)
        expect(toLedgerKind({ ...movement, type })).not.toBe('other')
      }),
    )
  })

  it('use the account `other` for an unknown type', () => {
    const movement = { type: 'moon_landing', amount: 500, fee: 20, net: 480, fees: [], isDispute: false }
    expect(toLedgerKind(movement)).toBe('other')
    expect(toLedgerLines(movement)).toEqual([
      { account: 'stripe_balance', amount: 480 },
      { account: 'stripe_fees', amount: 20 },
      { account: 'other', amount: -500 },
    ])
    expect(toLedgerKind({ type: 'constructor', isDispute: false })).toBe('other')
  })

  it.each<[string, Partial<BalanceMovement>, [string, number][]]>([
    [
      'a card payment with its fee and the tax on that',
      {
        type: 'charge',
        amount: 3500,
        fee: 93,
        fees: [
          { type: 'stripe_fee', amount: 77 },
          { type: 'tax', amount: 16 },
        ],
      },
      [
        ['stripe_balance', 3407],
        ['stripe_fees', 77],
        ['stripe_taxes', 16],
        ['payments', -3500],
      ],
    ],
    [
      'the seller’s share',
      { type: 'transfer', amount: -3500 },
      [
        ['stripe_balance', -3500],
        ['sellers', 3500],
      ],
    ],
    [
      'our fee',
      { type: 'application_fee', amount: 175 },
      [
        ['stripe_balance', 175],
        ['platform_fees', -175],
      ],
    ],
    [
      'a refund',
      { type: 'refund', amount: -500 },
      [
        ['stripe_balance', -500],
        ['refunds', 500],
      ],
    ],
    [
      'one that failed',
      { type: 'refund_failure', amount: 500 },
      [
        ['stripe_balance', 500],
        ['refunds', -500],
      ],
    ],
    [
      'our fee given back',
      { type: 'application_fee_refund', amount: -25 },
      [
        ['stripe_balance', -25],
        ['platform_fees', 25],
      ],
    ],
    [
      'a dispute with its fee',
      { type: 'adjustment', amount: -3500, fee: 2000, isDispute: true },
      [
        ['stripe_balance', -5500],
        ['dispute_fees', 2000],
        ['disputes', 3500],
      ],
    ],
    [
      'a payout',
      { type: 'payout', amount: -9000 },
      [
        ['stripe_balance', -9000],
        ['bank', 9000],
      ],
    ],
    [
      'one that came back',
      { type: 'payout_failure', amount: 9000 },
      [
        ['stripe_balance', 9000],
        ['bank', -9000],
      ],
    ],
    [
      'a bill of Stripe’s',
      { type: 'stripe_fee', amount: -1200 },
      [
        ['stripe_balance', -1200],
        ['stripe_fees', 1200],
      ],
    ],
    ['what moves nothing', { type: 'adjustment', amount: 0 }, [['stripe_balance', 0]]],
  ])('follow accounting practice for %s', (_what, part, lines) => {
    const movement = { type: '', amount: 0, fee: 0, fees: [], isDispute: false, ...part }
    expect(toLedgerLines({ ...movement, net: movement.amount - movement.fee })).toEqual(
      lines.map(([account, amount]) => ({ account, amount })),
    )
  })
})
