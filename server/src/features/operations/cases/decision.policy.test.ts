import { expect, it } from 'vitest'

import { toRestriction, findSuspendRefusal, findUndoRefusal, findUpholdRefusal } from './decision.policy.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const until = (day: number): Date => new Date(`2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`)

it('a ban takes precedence over a suspension, and a long suspension over a short one', () => {
  const suspended = (day: number) => ({ kind: 'suspend', until: until(day) })
  const ban = { kind: 'ban', until: null }
  expect(toRestriction([], now)).toEqual({ state: 'good' })
  expect(toRestriction([{ kind: 'warn', until: null }], now)).toEqual({ state: 'good' })
  expect(toRestriction([suspended(1)], now)).toEqual({ state: 'good' })
  expect(toRestriction([suspended(9), suspended(20), suspended(3)], now)).toEqual({
    state: 'suspended',
    until: until(20),
  })
  expect(toRestriction([suspended(20), ban], now)).toEqual({ state: 'banned' })
})

it('allows undoing each active measure once', () => {
  const decision = { kind: 'ban', decidedBy: 'one', isUndone: false }
  expect(findUndoRefusal(decision)).toBeNull()
  expect(findUndoRefusal({ ...decision, isUndone: true })).toBe('DECISION_UNDONE')
  for (const kind of ['nothing', 'undo', 'uphold'])
    expect(findUndoRefusal({ ...decision, kind })).toBe('MEASURE_UNSUITED')
  expect(findUndoRefusal(undefined)).toBe('DECISION_NOT_FOUND')
})

it('an operator cannot uphold their own decision if there is another operator', () => {
  const decision = { kind: 'ban', decidedBy: 'one', isUndone: false }
  const asked = { operatorId: 'one', isObjectedTo: true, hasAnother: true }
  expect(findUpholdRefusal(decision, asked)).toBe('OBJECTION_FOR_ANOTHER')
  expect(findUpholdRefusal(decision, { ...asked, hasAnother: false })).toBeNull()
  expect(findUpholdRefusal(decision, { ...asked, operatorId: 'two' })).toBeNull()
  expect(findUpholdRefusal(decision, { ...asked, operatorId: 'two', isObjectedTo: false })).toBe('NO_OBJECTION')
  expect(findUpholdRefusal({ ...decision, isUndone: true }, asked)).toBe('DECISION_UNDONE')
})

it('the role of an operator limits whom the operator can suspend', () => {
  const refusal = (role: 'viewer' | 'moderator' | 'owner', of: 'moderator' | 'owner' | null, id = 'person') =>
    findSuspendRefusal({ id: 'operator', role }, { id, role: of })
  expect(refusal('owner', 'owner', 'operator')).toBe('OWN_ACCOUNT')
  expect(refusal('viewer', null)).toBe('ROLE_NEEDED')
  expect(refusal('moderator', 'owner')).toBe('ROLE_NEEDED')
  expect([refusal('moderator', null), refusal('moderator', 'moderator'), refusal('owner', 'owner')]).toEqual([
    null,
    null,
    null,
  ])
})
