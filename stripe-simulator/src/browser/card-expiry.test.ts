import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { editExpiry, findExpiryProblem, readExpiry } from './card-expiry.ts'
import type { Edit } from './edited-text.ts'

const month = fc.integer({ min: 1, max: 12 })
// The digits 20 are excluded as ambiguous: the year 2020, or the century of a longer year.
const year = fc.integer({ min: 0, max: 99 }).filter((yy) => yy !== 20)
const padded = (value: number): string => String(value).padStart(2, '0')

function typed(keys: string): Edit {
  let field: Edit = { text: '', caret: 0 }
  for (const key of keys) {
    const { text, caret } = field
    const edit = { text: text.slice(0, caret) + key + text.slice(caret), caret: caret + 1 }
    field = editExpiry(edit, text, 'insertText')
  }
  return field
}

const pasted = (text: string): Edit => editExpiry({ text, caret: text.length }, '', 'insertFromPaste')

describe('typing an expiry', () => {
  it.each(['', '/', ' / ', '-'])('gives the same expiry with %j between month and year', (sign) => {
    fc.assert(
      fc.property(month, year, (mm, yy) => {
        const text = `${padded(mm)} / ${padded(yy)}`
        for (const put of [typed, pasted]) {
          expect(put(`${padded(mm)}${sign}${padded(yy)}`)).toEqual({ text, caret: text.length })
          expect(put(`${padded(mm)}${sign}20${padded(yy)}`)).toEqual({ text, caret: text.length })
        }
      }),
    )
  })

  it('adds the leading zero of a single-digit month', () => {
    expect(typed('5').text).toBe('05 / ')
    expect(typed('1').text).toBe('1')
    expect(typed('1/').text).toBe('01 / ')
    expect(typed('13').text).toBe('01 / 3')
    expect(pasted('7/31').text).toBe('07 / 31')
  })

  it('allows the expiry to be deleted character by character', () => {
    fc.assert(
      fc.property(month, year, (mm, yy) => {
        let field = typed(`${padded(mm)}${padded(yy)}`)
        for (let left = 4; left > 0; left -= 1) {
          const { text, caret } = field
          field = editExpiry(
            { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 },
            text,
            'deleteContentBackward',
          )
          expect(field.text.replaceAll(/\D/gu, '')).toHaveLength(left - 1)
        }
        expect(field).toEqual({ text: '', caret: 0 })
      }),
    )
  })

  it('accepts any pasted text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) => {
        expect(pasted(text).text).toMatch(/^(?:\d{0,2}|\d\d \/ \d{0,4})$/u)
      }),
    )
  })
})

describe('the error of an expiry', () => {
  const now = new Date(2026, 10, 21)

  it.each([
    ['', 'incomplete_expiry'],
    ['12 / 2', 'incomplete_expiry'],
    ['00 / 30', 'invalid_expiry_month'],
    ['10 / 26', 'invalid_expiry_month_past'],
    ['11 / 26', null],
    ['12 / 25', 'invalid_expiry_year_past'],
    ['01 / 27', null],
  ])('the error for the expiry %j in November 2026 is %s', (text, problem) => {
    expect(findExpiryProblem(text, now)).toBe(problem)
  })

  it('depends only on the typed month and year', () => {
    fc.assert(
      fc.property(month, year, (mm, yy) => {
        expect(readExpiry(`${padded(mm)} / ${padded(yy)}`)).toEqual({ month: mm, year: 2000 + yy })
      }),
    )
  })
})
