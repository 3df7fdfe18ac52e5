import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { html } from './markup.ts'

const wild = fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '=', '/', ' ') })

describe('a template', () => {
  it('escapes inserted values: no value becomes an element, an entity or the end of an attribute', () => {
    fc.assert(
      fc.property(wild, (text) => {
        const { value } = html`[${text}]`
        expect(value).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/u)
      }),
    )
  })

  it('inserts markup unchanged, also in lists, and renders null as nothing', () => {
    const items = ['<', 'b'].map((text) => html`<b>${text}</b>`)
    expect(html`[${items}${null}${0}]`.value).toBe('[<b>&lt;</b><b>b</b>0]')
  })
})
