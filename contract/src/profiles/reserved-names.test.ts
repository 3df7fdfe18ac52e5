import { expect, it } from 'vitest'

import { isReservedName } from './reserved-names.ts'

const SITE = ['Kundig', 'Vraag & Raad', '']

it.each([
  'Kundig',
  'kündig',
  'K.u.n.d.i.g',
  'Kundig Support',
  'KundigTeam',
  'Vraag Raad',
  'Owner',
  'Admin',
  'ADMlN',
  'Adrnin',
  'Admın',
  'Àdmîn',
  'ꓮꓓꓟꓲꓠ',
  'ꓗꓴꓠꓓꓲꓖ',
  'Moderator',
  'Support-Team',
  'Beheerder',
  'Eigenaar',
])('the name %j, with the site’s own words, is reserved', (name) => {
  expect(isReservedName(name, SITE)).toBe(true)
})

it.each(['Anna Kündig', 'Kundiger', 'Owen', 'Adminah Support de Wit', 'Ann', 'Yıldız', 'Мария', 'ꓡꓲꓢꓴ', '李', ''])(
  'the name %j is free',
  (name) => {
    expect(isReservedName(name, SITE)).toBe(false)
  },
)

it('a site name without letters reserves no names', () => {
  expect(isReservedName('Ann', ['', '123'])).toBe(false)
})

it('a name with millions of possible readings is checked quickly', () => {
  expect(isReservedName(`${'a'.repeat(200)}b`, ['a', 'aa', 'aaa'])).toBe(false)
})
