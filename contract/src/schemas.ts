import { z } from 'zod'

import { type ErrorCode, isErrorCode } from './errors.ts'

/** Ids are UUIDs (version 7 when we make them). In one spelling: ids that are equal must be so as texts, too. */
export const id = z.uuid().toLowerCase()

/** An instant as an ISO 8601 string in UTC, with milliseconds (spec 3: "ISO strings"). */
export const instant = z.iso.datetime()

/** An opaque cursor as an earlier page gave it; the server alone can read it. */
export const cursor = z.string().min(1).max(200)

/**
 * A whole number in a query: digits, or a number where the protocol has numbers. Coercion would also let
 * '', '0x10' and lists through.
 */
export const wholeNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,10}$/u)
    .transform(Number),
])

/**
 * A text field judged by one of the contract's rules. The issue's message is the stable error code, which
 * the server's edge turns into the declared error.
 * @param check returns the code of what is wrong, or null
 * @param clean how an accepted text is stored
 */
export function textField(check: (text: string) => ErrorCode | null, clean: (text: string) => string) {
  return z
    .string()
    .max(20_000, { error: 'TEXT_TOO_LONG' satisfies ErrorCode, abort: true })
    .superRefine((text, context) => {
      const code = check(text)
      if (code) context.addIssue({ code: 'custom', message: code })
    })
    .transform(clean)
}

/** The error code that a zod issue made by `textField` carries, if it is one of ours. */
export function codeOfIssue(issue: { message: string }): ErrorCode | null {
  return isErrorCode(issue.message) ? issue.message : null
}
