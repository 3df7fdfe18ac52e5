import { expect, it } from 'vitest'
import { z } from 'zod'

import { toWire } from './to-wire.ts'

const at = new Date('2026-01-31T09:05:00.123Z')
const iso = '2026-01-31T09:05:00.123Z'

it('converts names to snake case and dates to ISO strings', () => {
  const present = toWire(z.object({ id: z.string(), last_4: z.string(), paid_at_bank: z.string().nullable() }))
  const { id, last_4: last4, paid_at_bank: paidAt } = present({ id: 'a', last4: '4242', paidAtBank: at })
  expect([id, last4, paidAt satisfies string]).toEqual(['a', '4242', iso])
})

it('omits undeclared fields, also in nested objects and lists', () => {
  const part = z.object({ is_open: z.boolean() })
  const present = toWire(z.object({ part: part.nullable(), parts: z.array(part).optional() }))
  const row = { isOpen: true, secret: 'x' }
  expect(present({ part: row, parts: [row, row], secret: 'x' })).toStrictEqual({
    part: { is_open: true },
    parts: [{ is_open: true }, { is_open: true }],
  })
})

it('keeps the values null, false, zero and empty, and omits missing fields', () => {
  const present = toWire(
    z.object({
      ended_at: z.string().nullable(),
      is_on: z.boolean(),
      count: z.int(),
      text: z.string(),
      parts: z.array(z.object({ id: z.string() })),
      until: z.string().optional(),
      part: z.object({ id: z.string() }).nullable(),
    }),
  )
  const row = { endedAt: null, isOn: false, count: 0, text: '', parts: [], until: undefined, part: null }
  expect(present(row)).toStrictEqual({ ended_at: null, is_on: false, count: 0, text: '', parts: [], part: null })
})

it('prefers a property with exactly the declared name, which may be camel case', () => {
  const present = toWire(z.object({ createdAt: z.string(), stripe_cost: z.int(), days: z.array(z.string()) }))
  expect(present({ createdAt: at, stripe_cost: 1, stripeCost: 2, days: [at] })).toEqual({
    createdAt: iso,
    stripe_cost: 1,
    days: [iso],
  })
})

it('refuses an object whose fields are undeclared', () => {
  const present = toWire(z.object({ part: z.union([z.object({ id: z.string() }), z.string()]) }))
  expect(() => present({ part: { id: 'a', secret: 'x' } })).toThrow('declares no fields')
  expect(present({ part: 'a' })).toEqual({ part: 'a' })
})

it('types only fields that exist in both schema and row', () => {
  const wire = toWire(z.object({ id: z.string(), sent_at: z.string() }))({ id: 'a', other: 1 })
  // @ts-expect-error: the row has no such property
  expect(wire.sent_at).toBeUndefined()
  // @ts-expect-error: the schema has no such field
  expect(wire.other).toBeUndefined()
})
