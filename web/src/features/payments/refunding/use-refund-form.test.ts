import { expect, it } from 'vitest'

import { checkRefundAmount } from './use-refund-form.ts'

it.each([
  ['12', 3500, null],
  ['35,00', 3500, null],
  ['35.01', 3500, 'REFUND_TOO_LARGE'],
  ['100000', 3500, 'REFUND_TOO_LARGE'],
  ['0', 3500, 'AMOUNT_TOO_SMALL'],
  ['-1', 3500, 'AMOUNT_TOO_SMALL'],
  ['1e3', 3500, 'AMOUNT_INVALID'],
  ['', 3500, 'AMOUNT_REQUIRED'],
  ['0.01', 0, 'REFUND_TOO_LARGE'],
])('a refund of %j with %d refundable cents has the error %s', (text, left, code) => {
  expect(checkRefundAmount(text, left)).toBe(code)
})
