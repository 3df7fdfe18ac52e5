import { z } from 'zod'

import { centsOf, checkAmount } from './amount-rules.ts'

/** The most characters of an amount that are looked at; none that is meant is as long. */
const AMOUNT_MAX = 100

/** A JSON number to cents, as digits (spec 7.17). */
const rounded = (euros: number): string => (Math.round(euros * 100) / 100).toFixed(2)

/** An amount in euros, as text that was typed or as a number; in cents once it is read (spec 5). */
export const amountInput = z
  .union([z.string().max(AMOUNT_MAX), z.number()])
  .transform((amount) => (typeof amount === 'number' ? rounded(amount) : amount))
  .superRefine((text, context) => {
    const code = checkAmount(text)
    if (code) context.addIssue({ code: 'custom', message: code })
  })
  .transform((text) => centsOf(text) ?? 0)
