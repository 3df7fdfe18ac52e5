import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findBrand, editNumber, groupNumber, findNumberProblem } from './card-number.ts'
import { keepDigits, type Edit } from './edited-text.ts'

// Numbers without a 3 are never American Express numbers, so all have 16 digits. This keeps the model short.
const digit = fc.constantFrom('0', '1', '2', '4', '5', '6', '7', '8', '9')
const LENGTH = 16

type Step = { does: 'type'; digits: string } | { does: 'backspace' | 'delete' } | { does: 'move'; to: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('type' as const),
      digits: fc.string({ unit: digit, minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('backspace' as const, 'delete' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('move' as const), to: fc.nat(LENGTH + 3) }) },
)

function pressed({ text, caret }: Edit, now: Step): { edit: Edit; change: string | undefined } {
  if (now.does === 'type') {
    const edit = { text: text.slice(0, caret) + now.digits + text.slice(caret), caret: caret + now.digits.length }
    return { edit, change: 'insertText' }
  }
  if (now.does === 'backspace') {
    return {
      edit: { text: text.slice(0, Math.max(caret - 1, 0)) + text.slice(caret), caret: Math.max(caret - 1, 0) },
      change: 'deleteContentBackward',
    }
  }
  return { edit: { text: text.slice(0, caret) + text.slice(caret + 1), caret }, change: 'deleteContentForward' }
}

describe('typing a card number', () => {
  it('typing and deleting change only the intended digits at any caret position', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let field: Edit = { text: '', caret: 0 }
        let digits = ''
        let at = 0
        for (const now of steps) {
          if (now.does === 'move') {
            field = { text: field.text, caret: Math.min(now.to, field.text.length) }
            at = keepDigits(field.text.slice(0, field.caret)).length
            continue
          }
          const { edit, change } = pressed(field, now)
          const isKept = edit.text !== field.text
          field = isKept ? editNumber(edit, field.text, change) : field
          if (now.does === 'type') {
            digits = (digits.slice(0, at) + now.digits + digits.slice(at)).slice(0, LENGTH)
            at = Math.min(at + now.digits.length, LENGTH)
          } else if (now.does === 'backspace') {
            digits = digits.slice(0, Math.max(at - 1, 0)) + digits.slice(at)
            at = Math.max(at - 1, 0)
          } else {
            digits = digits.slice(0, at) + digits.slice(at + 1)
          }
          expect(keepDigits(field.text)).toBe(digits)
          expect(keepDigits(field.text.slice(0, field.caret))).toBe(digits.slice(0, at))
        }
      }),
    )
  })

  it('groups the digits as on the card, and adds nothing after the last digit', () => {
    fc.assert(
      fc.property(fc.string({ unit: digit, maxLength: 20 }), (digits) => {
        const text = groupNumber(digits)
        expect(keepDigits(text)).toBe(digits.slice(0, LENGTH))
        expect(text).toMatch(/^(?:\d{4} ){0,3}\d{0,4}$/u)
        expect(text).not.toMatch(/ $/u)
      }),
    )
  })

  it('formats any pasted text, and leaves a formatted text unchanged when it is pasted again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (pasted) => {
        const once = editNumber({ text: pasted, caret: pasted.length }, '', 'insertFromPaste')
        expect(once.text).toMatch(/^[\d ]*$/u)
        expect(once.caret).toBe(once.text.length)
        expect(editNumber(once, '', 'insertFromPaste')).toEqual(once)
      }),
    )
  })

  it.each([
    ['378282246310005', '3782 822463 10005', 'amex'],
    ['30569309025904', '3056 930902 5904', 'diners'],
    ['5555555555554444', '5555 5555 5555 4444', 'mastercard'],
    ['2223003122003222', '2223 0031 2200 3222', 'mastercard'],
    ['6011111111111117', '6011 1111 1111 1117', 'discover'],
    ['4242424242424242', '4242 4242 4242 4242', 'visa'],
    ['9', '9', null],
  ])('shows %s as %s, of brand %s', (digits, text, brand) => {
    expect(groupNumber(digits)).toBe(text)
    expect(findBrand(digits)).toBe(brand)
  })
})

describe('the error of a card number', () => {
  it.each([
    ['', 'incomplete_number'],
    ['4242 4242 4242 424', 'incomplete_number'],
    ['4242 4242 4242 4241', 'invalid_number'],
    ['4242 4242 4242 4242', null],
  ])('of %j is %s', (text, problem) => {
    expect(findNumberProblem(text)).toBe(problem)
  })

  it('warns of a possibly real card for every complete number that Stripe has not published', () => {
    // Numbers with a correct check digit, like the numbers of real cards.
    const right = fc.string({ unit: digit, minLength: 12, maxLength: 12 }).map((middle) => {
      const start = `411${middle}`
      return Array.from('0123456789', (last) => start + last).find(
        (number) => findNumberProblem(number) !== 'invalid_number',
      )
    })
    fc.assert(
      fc.property(right, (number) => {
        expect(findNumberProblem(number ?? '')).toBe('test_mode_live_card')
      }),
    )
  })
})
