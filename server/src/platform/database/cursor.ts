import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'

export interface CursorPosition {
  at: Date
  id: string
}

/** Instant of 1970 or later: no row is older, and PostgreSQL cannot represent the year 0 of ISO 8601. */
export const cursorInstant = z.iso.datetime().refine((text) => Date.parse(text) >= 0)
const schema = z.tuple([cursorInstant, z.uuid()])

export function encodeCursorValues(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Decodes a cursor. Throws the refusal INVALID_INPUT (400) for values of another shape. */
export function decodeCursorValues<Values>(cursor: string, values: z.ZodType<Values>): Values {
  try {
    return values.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new Refusal('INVALID_INPUT', 'cursor')
  }
}

export function encodeCursor(place: CursorPosition): string {
  return encodeCursorValues([place.at.toISOString(), place.id])
}

/** Cuts `size + 1` read rows to a page of `size`. The cursor is null after the last page. */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
  toPlace: (row: Row) => CursorPosition,
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, size)
  const last = rows.length > size ? page.at(-1) : undefined
  return { page, next_cursor: last ? encodeCursor(toPlace(last)) : null }
}

/** Throws the refusal INVALID_INPUT (400) for an invalid cursor. */
export function decodeCursor(cursor: string): CursorPosition {
  const [at, id] = decodeCursorValues(cursor, schema)
  return { at: new Date(at), id }
}
