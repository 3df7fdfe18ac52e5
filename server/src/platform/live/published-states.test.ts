import { expect, test } from 'vitest'

import { createAnnouncedStates } from './published-states.ts'

test('a state is due once, another state of the same thing is due again', () => {
  const announced = createAnnouncedStates()
  expect(announced.has('room', 'open')).toBe(false)
  expect(announced.isDue('room', 'open')).toBe(true)
  expect(announced.has('room', 'open')).toBe(true)
  expect(announced.isDue('room', 'open')).toBe(false)
  expect(announced.isDue('room', 'closed')).toBe(true)
  expect(announced.isDue('other room', 'closed')).toBe(true)
  expect(announced.isDue('room', 'closed')).toBe(false)
})

test('what nobody asked about for longest is forgotten first, so that the memory is bounded', () => {
  const announced = createAnnouncedStates(2)
  announced.isDue('one', 1)
  announced.isDue('two', 1)
  announced.isDue('one', 1)
  announced.isDue('three', 1)
  expect(announced.isDue('one', 1)).toBe(false)
  expect(announced.isDue('two', 1)).toBe(true)
})
