import { expect, it } from 'vitest'

import { findOfficeKind, isPlainText } from './document-kinds.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const override = (part: string, type: string): string => `<Override PartName="${part}" ContentType="${type}"/>`
const WORD = `${OFFICE}.wordprocessingml.document.main+xml`

it.each([
  ['/word/document.xml', 'word/document.xml', true],
  ['/word/d%C3%B3c%20one.xml', 'word/dóc one.xml', true],
  ['/word/d%c3%b3c.xml', 'word/d%C3%B3c.xml', true],
  ['/word/dóc.xml', 'word/d%C3%B3c.xml', true],
  ['/word/100%.xml', 'word/100%.xml', true],
  ['/word/100%25.xml', 'word/1.xml', false],
])('a Word part declared as %s and stored as %s is found: %s', (listed, stored, isWord) => {
  expect(findOfficeKind(override(listed, WORD), ['[Content_Types].xml', stored])).toBe(isWord ? 'docx' : null)
})

const BOOK = `${OFFICE}.spreadsheetml.sheet.main+xml`

it.each([
  ['docx', WORD],
  ['xlsx', BOOK],
  ['pptx', `${OFFICE}.presentationml.presentation.main+xml`],
  [null, 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'],
  [null, `${OFFICE}.spreadsheetml.template.main+xml`],
])('the main part of %s is found', (kind, type) => {
  expect(findOfficeKind(override('/a.xml', type), ['a.xml'])).toBe(kind)
})

it.each(['application/vnd.ms-office.vbaProject', 'application/vnd.ms-excel.intlmacrosheet+xml', BOOK])(
  'a Word document with a part of type %s is not recognised',
  (type) => {
    expect(findOfficeKind(override('/a.xml', WORD) + override('/b.xml', type), ['a.xml', 'b.xml'])).toBe(null)
  },
)

it.each([
  ['Crème brûlée\t木\r\n', true],
  ['\uFEFFa;b', true],
  ['a\u0000b', false],
  ['\u001B[2J', false],
])('%j is plain text: %s', (text, isText) => {
  expect(isPlainText(text)).toBe(isText)
})
