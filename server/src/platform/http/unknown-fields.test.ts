import { expect, it } from 'vitest'
import { z } from 'zod'

import { parseWithoutUnknownFields } from './unknown-fields.ts'

const schema = z.strictObject({
  name: z.string().max(3),
  parts: z.array(z.strictObject({ id: z.int() })).optional(),
  kind: z.union([z.literal('plain'), z.strictObject({ type: z.literal('own'), value: z.string() })]).optional(),
})

it.each([
  ['nothing more', { name: 'Ann' }, { name: 'Ann' }],
  ['a field more', { name: 'Ann', mood: 'good', seq: 1 }, { name: 'Ann' }],
  [
    'a field more in each part',
    {
      name: 'Ann',
      parts: [
        { id: 1, at: 0 },
        { id: 2, at: { x: 1 } },
      ],
    },
    { name: 'Ann', parts: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'a field more in one of two shapes',
    { name: 'Ann', kind: { type: 'own', value: 'x', at: 0 } },
    { name: 'Ann', kind: { type: 'own', value: 'x' } },
  ],
])('%s is parsed to its known fields', (_what, input, known) => {
  expect(parseWithoutUnknownFields(schema, input).data).toEqual(known)
})

it.each([
  ['what is known is wrong', { name: 'Annabel', mood: 'good' }],
  ['what is known is missing', { mood: 'good' }],
  ['a shape is none of two', { name: 'Ann', kind: { type: 'other', value: 'x', at: 0 } }],
  ['it is no object', 'Ann'],
  ['it is nothing', undefined],
  ['a name is that of what every object has', { name: 'Ann', constructor: { prototype: {} } }],
])('is rejected if %s', (_what, input) => {
  expect(parseWithoutUnknownFields(schema, input).success).toBe(false)
})
