import { expect, it } from 'vitest'

import { isWordDocument } from './document-kinds.ts'

const typesOf = (part: string): string =>
  `<Types><Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`

it.each([
  ['/word/document.xml', 'word/document.xml', true],
  ['/word/d%C3%B3c%20one.xml', 'word/dóc one.xml', true],
  ['/word/d%c3%b3c.xml', 'word/d%C3%B3c.xml', true],
  ['/word/dóc.xml', 'word/d%C3%B3c.xml', true],
  ['/word/100%.xml', 'word/100%.xml', true],
  ['/word/100%25.xml', 'word/1.xml', false],
])('a main part listed as %s and stored as %s makes a Word document: %s', (listed, stored, isWord) => {
  expect(isWordDocument(typesOf(listed), ['[Content_Types].xml', stored])).toBe(isWord)
})
