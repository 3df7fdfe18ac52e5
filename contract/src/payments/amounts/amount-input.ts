import { z } from 'zod'

import { parseCents, checkAmount } from './amount-rules.ts'

/** Maximum characters of a typed amount. Real amounts are shorter. */
const AMOUNT_MAX = 100

/** Rounds a JSON number of euros to whole cents (spec 7.17). */
const rounded = (euros: number): string => (Math.round(euros * 100) / 100).toFixed(2)

/** Amount in euros, as typed text or a number; parsed to cents (spec 5). */
export const amountInput = z
  .union([z.string().max(AMOUNT_MAX), z.number()])
  .transform((amount) => (typeof amount === 'number' ? rounded(amount) : amount))
  .superRefine((text, context) => {
    const code = checkAmount(text)
    if (code) context.addIssue({ code: 'custom', message: code })
  })
  .transform((text) => parseCents(text) ?? 0)
