import { expect, test } from 'vitest'

import { toInitials } from './initials.ts'

test.each([
  ['Bram Oosterhuis', 'BO'],
  ['Noor el Idrissi', 'NI'],
  ['Anna Maria van der Berg', 'AB'],
  ['zoë', 'Z'],
  ['Élodie Ömer', 'ÉÖ'],
  ["'t Hart", 'TH'],
  ['  Mei-Ling   Tan ', 'MT'],
  ['王小明', '王'],
  ['Юлия Иванова', 'ЮИ'],
  ['🦊 Fox', 'F'],
  ['Ann 🦊', 'A'],
  ['ß', 'ß'],
])('%s has the initials %s', (name, initials) => {
  expect(toInitials(name)).toBe(initials)
})

test.each(['', '   ', '🎉', '42', '...'])('a name without letters (%j) has no initials', (name) => {
  expect(toInitials(name)).toBe('')
})
