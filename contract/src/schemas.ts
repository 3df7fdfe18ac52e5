import { z } from 'zod'

import { type ErrorCode, isErrorCode } from './errors.ts'
import { isTimeZone } from './time-zones.ts'

/** UUID in lower case, so that equal ids are equal strings. Our own ids have version 7. */
export const id = z.uuid().toLowerCase()

/** An instant as an ISO 8601 string in UTC, with milliseconds (spec 3: "ISO strings"). */
export const instant = z.iso.datetime().max(30)

/** Text to hash or clean. The maximum is in UTF-16 units. Refuses lone surrogates, which no encoding preserves. */
export function createRawTextSchema(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => text.length > max || !/\p{Surrogate}/u.test(text))
}

/** Raw text for lookup or storage. Refuses U+0000, as PostgreSQL does. */
export function createStorableTextSchema(max: number) {
  return createRawTextSchema(max).refine((text) => !text.includes('\u0000'))
}

export const timeZone = createStorableTextSchema(64).refine(isTimeZone, { error: 'TIME_ZONE_UNKNOWN' })

/** Opaque cursor from an earlier page; only the server can read it. */
export const cursor = createStorableTextSchema(200).min(1)

/** Digits, or a number if the protocol has numbers. Coercion would also accept '', '0x10' and lists. */
export const wholeNumber = z.union([
  z.number(),
  z
    .string()
    .max(10)
    .regex(/^\d{1,10}$/u)
    .transform(Number),
])

/**
 * A field whose issues have the stable error code as their message.
 * `rawMax` is in UTF-16 units. Longer texts never reach `check` and `clean`, which may be expensive.
 */
export function createTextField(
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

/** Reads the error code from a zod issue of `createTextField`; null for other issues. */
export function readIssueCode(issue: { message: string }): ErrorCode | null {
  return isErrorCode(issue.message) ? issue.message : null
}
