import { z } from 'zod'

import { centsOf, checkAmount } from './amount-rules.ts'

/** The most characters of an amount that are looked at; none that is meant is as long. */
const AMOUNT_MAX = 100

/** An amount in euros as a person types it; in cents once it is read (spec 5). */
export const amountInput = z
  .union([z.string().max(AMOUNT_MAX), z.number()])
  .transform(String)
  .superRefine((text, context) => {
    const code = checkAmount(text)
    if (code) context.addIssue({ code: 'custom', message: code })
  })
  .transform((text) => centsOf(text) ?? 0)
