import { array, assert, constantFrom, integer, property, record, tuple } from 'fast-check'
import { expect, it } from 'vitest'

import { BOOK_COLUMNS } from '@kundig/contract/operations/book-columns'

import { toBalanceChanges } from './book-amounts.ts'
import { toLedgerKind, toLedgerLines, STRIPE_TYPES } from './ledger-lines.ts'

it('shows every movement of the balance exactly once: its columns add up to the change', () => {
  const cents = integer({ min: -1_000_000, max: 1_000_000 })
  const movement = record({
    type: constantFrom(...STRIPE_TYPES, 'moon_landing'),
    amount: cents,
    fee: cents,
    net: cents,
    fees: array(record({ type: constantFrom('stripe_fee', 'tax', 'application_fee'), amount: cents }), {
      maxLength: 2,
    }),
    isDispute: constantFrom(true, false),
  })
  assert(
    property(array(tuple(movement), { maxLength: 20 }), (movements) => {
      const amounts = toBalanceChanges(
        movements.flatMap(([one]) => toLedgerLines(one).map((line) => ({ kind: toLedgerKind(one), ...line }))),
      )
      expect(BOOK_COLUMNS.reduce((sum, name) => sum + amounts[name], 0)).toBe(amounts.change)
      expect(amounts.change).toBe(movements.reduce((sum, [{ net }]) => sum + net, 0))
    }),
  )
})
