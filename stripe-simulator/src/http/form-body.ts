import { parse } from 'qs'

import { invalidRequest } from '../core/api-error.ts'

/** Deeper than any parameter of Stripe's. */
const DEPTH = 12
const PARAMETERS = 5000

/**
 * Decodes Stripe's form encoding: `a[b]=1`, `list[0]=x`, `list[]=x`. Every leaf is a string; a list comes as an object
 * with the keys `0`, `1`…, since only the parameter's own schema knows a list from a map such as metadata.
 */
export function decodeForm(text: string): Record<string, unknown> {
  return parse(text, {
    depth: DEPTH,
    parameterLimit: PARAMETERS,
    parseArrays: false,
    plainObjects: true,
  })
}

/**
 * PostgreSQL keeps no zero bytes, and nothing that Stripe knows has one.
 * @throws ApiError 400
 */
export function refuseZeros(value: unknown): void {
  if (typeof value === 'string' && value.includes('\0')) throw invalidRequest('Invalid string: it has a null byte.')
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) refuseZeros(inner)
}
