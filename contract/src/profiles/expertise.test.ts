import { describe, expect, it } from 'vitest'

import {
  CATEGORIES,
  categoriesMatching,
  CATEGORY_IDS,
  checkExpertise,
  cleanCustomExpertise,
  expertiseLabel,
  isCategory,
} from './expertise.ts'

describe('the categories', () => {
  // spec 3.22
  it('are twelve, each with a name in both languages', () => {
    expect(CATEGORY_IDS).toHaveLength(12)
    for (const id of CATEGORY_IDS) {
      expect(CATEGORIES[id].en).not.toBe('')
      expect(CATEGORIES[id].nl).not.toBe('')
    }
  })

  // spec 3.21, 9.26
  it('are those of the specification, by their English names', () => {
    expect(CATEGORY_IDS.map((id) => CATEGORIES[id].en)).toEqual([
      'Websites, IT & Software',
      'Writing & Content',
      'Design, Media & Architecture',
      'Engineering & Science',
      'Sales & Marketing',
      'Business, Accounting, Human Resources & Legal',
      'Product Sourcing & Manufacturing',
      'Translation & Languages',
      'Trades & Services',
      'Freight, Shipping & Transportation',
      'Education',
      'Health & Medicine',
    ])
  })

  it.each(['astrology', '', 'toString', '__proto__', 'constructor'])('do not include %j', (id) => {
    expect(isCategory(id)).toBe(false)
  })

  it('are found by their names in both languages, whatever the case and accents', () => {
    expect(categoriesMatching('ONDERWIJS')).toEqual(['education'])
    expect(categoriesMatching('é́ducation')).toEqual(['education'])
    expect(categoriesMatching('architect')).toEqual(['design-media-architecture'])
    expect(categoriesMatching('(a+)+$')).toEqual([])
  })

  it('are shown in the reader’s language; a category of one’s own as it was written', () => {
    expect(expertiseLabel('education', 'nl')).toBe('Onderwijs')
    expect(expertiseLabel({ type: 'custom', value: 'Bee-keeping' }, 'nl')).toBe('Bee-keeping')
  })
})

describe('an expertise', () => {
  it.each([
    [null, 'CATEGORY_REQUIRED'],
    ['education', null],
    [{ type: 'custom', value: 'Bee-keeping' }, null],
    [{ type: 'custom', value: 'x'.repeat(100) }, null],
    [{ type: 'custom', value: 'x'.repeat(101) }, 'CATEGORY_TOO_LONG'],
    [{ type: 'custom', value: ' \u200B ' }, 'CATEGORY_REQUIRED'],
    [{ type: 'custom', value: '<b></b>' }, 'CATEGORY_REQUIRED'],
    [{ type: 'custom', value: 'x\u0000' }, 'TEXT_INVALID'],
  ] as const)('%j: %s', (expertise, code) => {
    expect(checkExpertise(expertise)).toBe(code)
  })

  // spec 3.23
  it('of one’s own is kept on one line with single spaces', () => {
    expect(cleanCustomExpertise('  Glass \n\t <b>blowing</b> ')).toBe('Glass blowing')
  })
})
