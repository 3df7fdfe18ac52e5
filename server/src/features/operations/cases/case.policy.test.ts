import { expect, it } from 'vitest'

import { findCaseRefusal } from './case.policy.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const at = (time: string): Date => new Date(`2026-03-01T${time}:00.000Z`)

it('assigns a case to one operator at a time, and to another one after four hours', () => {
  const free = { decidedAt: null, assignedTo: null, assignedAt: null }
  expect(findCaseRefusal(free, 'me', now)).toBeNull()
  expect(findCaseRefusal({ ...free, assignedTo: 'me', assignedAt: at('01:00') }, 'me', now)).toBeNull()
  expect(findCaseRefusal({ ...free, assignedTo: 'other', assignedAt: at('08:01') }, 'me', now)).toBe('CASE_TAKEN')
  expect(findCaseRefusal({ ...free, assignedTo: 'other', assignedAt: at('08:00') }, 'me', now)).toBeNull()
})

it('a decided case cannot be assigned again', () => {
  expect(findCaseRefusal({ decidedAt: now, assignedTo: 'other', assignedAt: now }, 'me', now)).toBe('CASE_DECIDED')
  expect(findCaseRefusal(undefined, 'me', now)).toBe('CASE_NOT_FOUND')
})
