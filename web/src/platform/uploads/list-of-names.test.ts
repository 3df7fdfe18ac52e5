import { describe, expect, it } from 'vitest'

import { isListOfNames } from './list-of-names.ts'

describe('isListOfNames', () => {
  it.each([
    ['a name', 'plan.pdf', ['plan.pdf']],
    ['names on lines', 'plan.pdf\rphoto one.jpg\r\n', ['plan.pdf', 'photo one.jpg']],
    ['a name with accents apart', 'cafe\u0301.pdf', ['caf\u00E9.pdf']],
    ['a path', '/Users/ada/Desktop/plan.pdf', ['plan.pdf']],
    ['a path of Windows', 'C:\\Users\\ada\\plan.pdf', ['plan.pdf']],
    ['addresses', 'file:///home/ada/my%20plan.pdf\nfile:///home/ada/100%25.png', ['my plan.pdf', '100%.png']],
    ['a name with a slash', 'in/out.pdf', ['in/out.pdf']],
    ['nothing', '', ['plan.pdf']],
  ])('accepts %s', (_what, text, files) => expect(isListOfNames(text, files)).toBe(true))

  it.each([
    ['a word', 'image', ['image.png']],
    ['a name and a sentence', 'plan.pdf\nSee page 2', ['plan.pdf']],
    ['cells', 'name\tprice', ['image.png']],
    ['a broken address', 'file:///100%', ['plan.pdf']],
  ])('treats %s as text', (_what, text, files) => expect(isListOfNames(text, files)).toBe(false))
})
