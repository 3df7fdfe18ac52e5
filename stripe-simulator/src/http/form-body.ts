import { parse } from 'qs'

import { createInvalidRequest } from '../core/api-error.ts'

/** Deeper than any of Stripe's parameters. */
const DEPTH = 12
const PARAMETERS = 5000

/**
 * Decodes Stripe's form encoding: `a[b]=1`, `list[0]=x`, `list[]=x`. Leaves are strings, and lists are objects with the
 * keys `0`, `1`…, as only a parameter's schema distinguishes lists from maps such as metadata.
 */
export function decodeForm(text: string): Record<string, unknown> {
  return parse(text, {
    depth: DEPTH,
    parameterLimit: PARAMETERS,
    parseArrays: false,
    plainObjects: true,
  })
}

/** PostgreSQL stores no null bytes, and Stripe uses none. @throws ApiError 400 */
export function refuseZeros(value: unknown): void {
  if (typeof value === 'string' && value.includes('\0'))
    throw createInvalidRequest('Invalid string: it has a null byte.')
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) refuseZeros(inner)
}
