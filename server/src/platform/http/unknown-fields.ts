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

/** Parses an input after dropping unknown fields in place: web clients of a later release send such fields. */
export function parseWithoutUnknownFields<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const parsed = schema.safeParse(input)
  return !parsed.success && dropUnknownFields(input, parsed.error.issues) ? schema.safeParse(input) : parsed
}

/** Drops the unknown fields that the schema reported, in place. Returns true if it dropped any field. */
export function dropUnknownFields(input: unknown, issues: readonly object[]): boolean {
  let isChanged = false
  for (const issue of issues) {
    if (isUnknownFieldsIssue(issue)) {
      const holder = findObjectAtPath(input, issue.path)
      for (const key of issue.keys.filter(isFieldName)) isChanged = Reflect.deleteProperty(holder, key) || isChanged
    } else if (isUnionIssue(issue)) {
      // The intended option of a union has only unknown fields as issues.
      const meant = issue.errors.find((option) => option.every(isUnknownFieldsIssue))
      if (meant) isChanged = dropUnknownFields(findObjectAtPath(input, issue.path), meant) || isChanged
    }
  }
  return isChanged
}

/** False for properties of every object, such as `__proto__` and `constructor`, which no release adds as fields. */
function isFieldName(key: string): boolean {
  return !(key in Object.prototype)
}

function findObjectAtPath(input: unknown, path: readonly PropertyKey[]): object {
  let value = input
  for (const key of path) value = Reflect.get(Object(value), key)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object() makes an object of anything
  return Object(value) as object
}

function isUnknownFieldsIssue(issue: object): issue is UnknownFields {
  return 'code' in issue && issue.code === 'unrecognized_keys'
}

function isUnionIssue(issue: object): issue is NoneOfSeveral {
  return 'code' in issue && issue.code === 'invalid_union'
}
