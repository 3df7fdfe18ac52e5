import { z } from 'zod'

import { type ErrorCode, isErrorCode } from './errors.ts'

/** Ids are UUIDs (version 7 when we make them). In one spelling: ids that are equal must be so as texts, too. */
export const id = z.uuid().toLowerCase()

/** An instant as an ISO 8601 string in UTC, with milliseconds (spec 3: "ISO strings"). */
export const instant = z.iso.datetime()

/**
 * A text that is hashed or cleaned before the database has to do with it: a code, a password, a file's name. It is bounded in
 * UTF-16 units, and has no half surrogate pair, which no encoding keeps.
 */
export function rawText(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => text.length > max || !/\p{Surrogate}/u.test(text))
}

/** A raw text that is looked up or stored: PostgreSQL refuses U+0000. */
export function sentText(max: number) {
  return rawText(max).refine((text) => !text.includes('\u0000'))
}

/** An opaque cursor as an earlier page gave it; the server alone can read it. */
export const cursor = sentText(200).min(1)

/**
 * A whole number in a query: digits, or a number where the protocol has numbers. Coercion would also let
 * '', '0x10' and lists through.
 */
export const wholeNumber = z.union([
  z.number(),
  z
    .string()
    .max(10)
    .regex(/^\d{1,10}$/u)
    .transform(Number),
])

/**
 * A text field judged by one of the contract's rules. The issue's message is the stable error code, which
 * the server's edge turns into the declared error.
 * @param check returns the code of what is wrong, or null
 * @param clean how an accepted text is stored
 * @param rawMax how long a text may be as it is sent, in UTF-16 units; a longer one is seen by neither `check` nor
 *   `clean`, whatever they cost
 * @param tooLong the code for a longer one
 */
export function textField(
  check: (text: string) => ErrorCode | null,
  clean: (text: string) => string,
  { rawMax, tooLong }: { rawMax: number; tooLong: ErrorCode },
) {
  return z
    .string()
    .max(rawMax, { error: tooLong })
    .superRefine((text, context) => {
      const code = text.length > rawMax ? null : check(text)
      if (code) context.addIssue({ code: 'custom', message: code })
    })
    .transform(clean)
}

/** The error code that a zod issue made by `textField` carries, if it is one of ours. */
export function codeOfIssue(issue: { message: string }): ErrorCode | null {
  return isErrorCode(issue.message) ? issue.message : null
}
