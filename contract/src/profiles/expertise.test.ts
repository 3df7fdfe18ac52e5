import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { CATEGORY_LIMITS, getExpertiseLabel, isCategory } from './categories.ts'
import { checkCategoryLabel, checkShortLabel, suggestCategoryId } from './category-rules.ts'
import { DEFAULT_CATEGORIES } from './default-categories.ts'
import { checkExpertise, cleanCustomExpertise } from './expertise.ts'

describe('the built-in categories', () => {
  // spec 3.22
  it('there are twelve built-in categories with valid names in both languages', () => {
    expect(DEFAULT_CATEGORIES).toHaveLength(12)
    for (const { id, label, short_label } of DEFAULT_CATEGORIES) {
      expect(isCategory(id)).toBe(true)
      expect([label.en, label.nl].map(checkCategoryLabel)).toEqual([null, null])
      expect([short_label.en, short_label.nl].map(checkShortLabel)).toEqual([null, null])
    }
  })

  // spec 3.21, 9.26
  it('match the specification by their English names', () => {
    expect(DEFAULT_CATEGORIES.map(({ label }) => label.en)).toEqual([
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

  it('category names are shown in the reader’s language if they are translated', () => {
    expect(getExpertiseLabel(DEFAULT_CATEGORIES, 'education', 'nl')).toBe('Onderwijs')
    expect(getExpertiseLabel(DEFAULT_CATEGORIES, { type: 'custom', value: 'Bee-keeping' }, 'nl')).toBe('Bee-keeping')
    expect(getExpertiseLabel(DEFAULT_CATEGORIES, 'bee-keeping', 'nl')).toBe('bee-keeping')
  })
})

describe('the id of a category', () => {
  it.each(['', 'Education', 'a--b', '-a', 'a-', 'a b', 'é', '__proto__', 'custom', 'a'.repeat(41), 'a\n'])(
    '%j is not a category id',
    (id) => {
      expect(isCategory(id)).toBe(false)
    },
  )

  it.each([
    ['Gardens & Nature', 'gardens-nature'],
    ['  Café, 3D-printing!', 'cafe-3d-printing'],
    ['Ж', ''],
    [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
  ])('is suggested for the label %j: %j', (label, id) => {
    expect(suggestCategoryId(label)).toBe(id)
  })

  it('is valid for every suggestion, except an empty one and the reserved one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (label) => {
        const id = suggestCategoryId(label)
        expect(id === '' || id === 'custom' || isCategory(id)).toBe(true)
      }),
    )
  })
})

describe('the name of a category', () => {
  it.each([
    ['Gardens & Nature', null],
    ['x'.repeat(CATEGORY_LIMITS.labelMax), null],
    ['x'.repeat(CATEGORY_LIMITS.labelMax + 1), 'CATEGORY_LABEL_TOO_LONG'],
    [' \u200B ', 'CATEGORY_LABEL_REQUIRED'],
    ['<b></b>', 'CATEGORY_LABEL_REQUIRED'],
    ['x\u0000', 'TEXT_INVALID'],
  ])('%j: %s', (label, code) => {
    expect(checkCategoryLabel(label)).toBe(code)
  })

  it('the short name of a category has a maximum length', () => {
    expect(checkShortLabel('x'.repeat(CATEGORY_LIMITS.shortLabelMax))).toBeNull()
    expect(checkShortLabel('x'.repeat(CATEGORY_LIMITS.shortLabelMax + 1))).toBe('CATEGORY_LABEL_TOO_LONG')
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
  it('is stored on one line with single spaces if it is a custom category', () => {
    expect(cleanCustomExpertise('  Glass \n\t <b>blowing</b> ')).toBe('Glass blowing')
  })
})
