import type { z } from 'zod'

interface UnknownFields {
  code: 'unrecognized_keys'
  path: readonly PropertyKey[]
  keys: readonly string[]
}

interface NoneOfSeveral {
  code: 'invalid_union'
  path: readonly PropertyKey[]
  errors: readonly (readonly object[])[]
}

/**
 * Parses what came from our own client. A tab of a later release sends fields that this server does not know: they are
 * dropped, in the input itself, and the rest counts.
 */
export function parseDroppingUnknown<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const parsed = schema.safeParse(input)
  return !parsed.success && dropUnknownFields(input, parsed.error.issues) ? schema.safeParse(input) : parsed
}

/**
 * Drops from an input, in place, the fields that its schema refused for being unknown.
 * @param issues what the schema found wrong
 * @returns whether there were any: then the rest may be right
 */
export function dropUnknownFields(input: unknown, issues: readonly object[]): boolean {
  let isChanged = false
  for (const issue of issues) {
    if (isUnknownFields(issue)) {
      const holder = findAt(input, issue.path)
      for (const key of issue.keys.filter(isFieldName)) isChanged = Reflect.deleteProperty(holder, key) || isChanged
    } else if (isNoneOfSeveral(issue)) {
      // The one that it was meant to be is the one in which nothing else is wrong.
      const meant = issue.errors.find((option) => option.every(isUnknownFields))
      if (meant) isChanged = dropUnknownFields(findAt(input, issue.path), meant) || isChanged
    }
  }
  return isChanged
}

/** No release names a field like what every object has: who sends `__proto__` or `constructor` stays refused. */
function isFieldName(key: string): boolean {
  return !(key in Object.prototype)
}

function findAt(input: unknown, path: readonly PropertyKey[]): object {
  let value = input
  for (const key of path) value = Reflect.get(Object(value), key)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object() makes an object of anything
  return Object(value) as object
}

function isUnknownFields(issue: object): issue is UnknownFields {
  return 'code' in issue && issue.code === 'unrecognized_keys'
}

function isNoneOfSeveral(issue: object): issue is NoneOfSeveral {
  return 'code' in issue && issue.code === 'invalid_union'
}
