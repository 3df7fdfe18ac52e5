import { isContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import { z } from 'zod'

import { contract } from './contract.ts'
import type { ErrorCode } from './errors.ts'
import { RAW_LIMITS } from './raw-limits.ts'
import { readIssueCode } from './schemas.ts'

const WRONG = [
  '',
  ' ',
  '<b></b>',
  'x\u0000',
  '<1>',
  'Bob\u034F',
  'Sаnne',
  `a${'\u0323'.repeat(9)}`,
  ...Object.values(RAW_LIMITS).flatMap((max) => ['x'.repeat(max), 'x'.repeat(max + 1)]),
]

interface Declaration {
  name: string
  fields: z.ZodRawShape
  declared: readonly string[]
}

function declarations(router: object, path: readonly string[] = []): Declaration[] {
  return Object.entries(router).flatMap(([name, child]: [string, object]): Declaration[] => {
    if (!isContractProcedure(child)) return declarations(child, [...path, name])
    const definition = child['~orpc']
    const inputSchema: unknown = definition.inputSchema
    const errorMap: unknown = definition.errorMap
    if (!(inputSchema instanceof z.ZodObject)) return []
    return [{ name: [...path, name].join('.'), fields: inputSchema.shape, declared: Object.keys(errorMap ?? {}) }]
  })
}

/** Lists a field's error codes for wrong texts. Each text is tried alone and as a custom category. */
function refusals(field: z.core.$ZodType): ErrorCode[] {
  const inputs = WRONG.flatMap((text) => [text, { type: 'custom', value: text }])
  const issues = inputs.flatMap((input) => z.safeParse(field, input).error?.issues ?? [])
  return issues.flatMap((issue) => readIssueCode(issue) ?? [])
}

function textsIn(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = schema as unknown as z.core.$ZodTypes['_zod']
  if (def.type === 'string' || def.type === 'pipe') return [schema]
  if (def.type === 'object') return Object.values(def.shape).flatMap(textsIn)
  if (def.type === 'array') return textsIn(def.element)
  if (def.type === 'union') return def.options.flatMap(textsIn)
  if (def.type === 'record') return [def.keyType, def.valueType].flatMap(textsIn)
  return 'innerType' in def ? textsIn(def.innerType) : []
}

/** All text fields but passwords and codes, which are stored and looked up only as hashes. */
const TEXTS = declarations(contract).flatMap(({ name, fields }) =>
  Object.entries(fields).flatMap(([field, schema]) =>
    /password$|^code$/u.test(field)
      ? []
      : textsIn(schema).map((text, index) => [`${name} ${field} ${index}`, text] as const),
  ),
)

// Texts in PostgreSQL cannot contain U+0000, so accepting such a text would cause an error 500.
it.each(TEXTS)('%s refuses texts with U+0000', (_where, schema) => {
  const samples = ['Anna\u0000', 'An\u0000na Bakker', 'anna\u0000@example.com', '1\u00002', '\u0000']
  const taken = samples.map((sample) => z.safeParse(schema, sample).data)
  expect(taken.filter((value) => JSON.stringify(value)?.includes(String.raw`\u0000`))).toEqual([])
})

it.each(declarations(contract))('$name declares every error of its text fields', (procedure) => {
  const answered = new Set(Object.values(procedure.fields).flatMap(refusals))
  expect([...answered].filter((code) => !procedure.declared.includes(code))).toEqual([])
})

it('finds texts in fields, lists and categories', () => {
  expect(TEXTS.length).toBeGreaterThan(100)
})

it('finds the errors of fields', () => {
  const save = declarations(contract).find(({ name }) => name === 'profiles.save')
  const codes = Object.values(save?.fields ?? {}).flatMap(refusals)
  expect(codes).toEqual(expect.arrayContaining(['NAME_INVALID', 'BIO_TOO_LONG', 'ONLY_MARKUP', 'CATEGORY_TOO_LONG']))
})
