import { parse } from 'content-disposition'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { formatContentDisposition } from './content-disposition.ts'

it.each([
  ['report.pdf', `attachment; filename=report.pdf; filename*=UTF-8''report.pdf`],
  ['één "twee".pdf', `attachment; filename="een _twee_.pdf"; filename*=UTF-8''%C3%A9%C3%A9n%20%22twee%22.pdf`],
  ['🦉.pdf', `attachment; filename=_.pdf; filename*=UTF-8''%F0%9F%A6%89.pdf`],
  [`50% (it's).pdf`, `attachment; filename="50_ (it's).pdf"; filename*=UTF-8''50%25%20%28it%27s%29.pdf`],
])('%s downloads under its own name', (name, header) => {
  expect(formatContentDisposition('attachment', name)).toBe(header)
})

it('encodes any name as one header of plain characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = formatContentDisposition('inline', name)
      expect(header).toMatch(
        /^inline; filename=(?:[\w!#$&'*+.^`|~-]+|"[ !#$&-[\]-~]*"); filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/u,
      )
      expect(parse(header).parameters['filename']).toBe(name.toWellFormed())
    }),
  )
})
