import { parse } from 'qs'

import { createInvalidRequestError } from '../core/api-error.ts'

/** Maximum depth, greater than that of any Stripe parameter. */
const DEPTH = 12
const PARAMETERS = 5000

/**
 * Decodes Stripe's form encoding: `a[b]=1`, `list[0]=x`, `list[]=x`. Leaves are strings. Lists are objects with keys
 * `0`, `1`…, because only a parameter's schema distinguishes lists from maps such as metadata.
 */
export function decodeForm(text: string): Record<string, unknown> {
  return parse(text, {
    depth: DEPTH,
    parameterLimit: PARAMETERS,
    parseArrays: false,
    plainObjects: true,
  })
}

/** Refuses null bytes, which PostgreSQL cannot store. @throws ApiError 400 */
export function refuseNullBytes(value: unknown): void {
  if (typeof value === 'string' && value.includes('\0'))
    throw createInvalidRequestError('Invalid string: it has a null byte.')
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) refuseNullBytes(inner)
}
