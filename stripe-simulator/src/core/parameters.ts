import { z } from 'zod'

import { createInvalidRequestError } from './api-error.ts'
import type { ApiError } from './api-error.ts'

/** Required text, which may not be empty. */
export const text = z.string().min(1).max(5000)

/** Rough check: Stripe rejects only impossible addresses. */
export const emailAddress = text.max(512).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/u)

/** Parses an empty value to null, which unsets the parameter. */
export function createClearableSchema<S extends z.ZodType>(schema: S): z.ZodType<z.output<S> | null> {
  return z.preprocess((value) => (value === '' ? null : value), schema.nullable())
}

export const integer = z.preprocess(
  (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
  z.int(),
)

export const boolean = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
)

/** Accepts a list as a JSON array, or as `decodeForm`'s object for `a[0]=` and `a[]=`. */
export function createListSchema<S extends z.ZodType>(schema: S): z.ZodType<z.output<S>[]> {
  return z.preprocess(
    (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? sortByIndex(value) : value),
    z.array(schema),
  )
}

function sortByIndex(value: object): unknown[] {
  return Object.entries(value)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .flatMap(([, item]): unknown[] => (Array.isArray(item) ? item : [item]))
}

/** Metadata. An empty value removes its key; an empty parameter (null) removes all keys. */
export const metadata = createClearableSchema(z.record(z.string().min(1).max(40), z.string().max(500)))

export const page = {
  limit: integer.pipe(z.int().min(1).max(100)).default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
}

/** Bounds of a time (s). */
export interface Range {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

/** A time or bounds of a time, as in lists (https://docs.stripe.com/api/balance_transactions/list). */
export const range: z.ZodType<Range> = z.union([
  integer.transform((moment) => ({ gte: moment, lte: moment })),
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
])

export function mergeMetadata(
  before: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> {
  if (change === undefined) return { ...before }
  if (change === null) return {}
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''))
}

/**
 * @throws ApiError 400 `parameter_unknown`, `parameter_missing`, `parameter_invalid_empty`, `parameter_invalid_integer`
 */
export function readParameters<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const read = schema.safeParse(raw)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw issue === undefined ? createInvalidRequestError('Invalid request.') : toParameterError(issue, raw)
}

function toParameterError(issue: z.core.$ZodIssue, raw: unknown): ApiError {
  const param = toParameterName(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = toParameterName([...issue.path, issue.keys[0] ?? ''])
    return createInvalidRequestError(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
  }
  const value = issue.path.reduce<unknown>((at, key) => readValueAt(at, key), raw)
  if (value === undefined) {
    return createInvalidRequestError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (value === '') {
    return createInvalidRequestError(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      { code: 'parameter_invalid_empty', param },
    )
  }
  if (issue.code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number')) {
    return createInvalidRequestError(`Invalid integer: ${describeValue(value)}`, {
      code: 'parameter_invalid_integer',
      param,
    })
  }
  if (issue.code === 'invalid_value') {
    return createInvalidRequestError(`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, {
      param,
    })
  }
  return createInvalidRequestError(`Invalid ${param}: ${issue.message}`, { param })
}

function toParameterName(path: readonly PropertyKey[]): string {
  return path.map(String).reduce((name, key) => (name === '' ? key : `${name}[${key}]`), '')
}

function readValueAt(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function describeValue(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : typeof value
}
