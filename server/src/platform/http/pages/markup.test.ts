import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { markup } from './markup.ts'

it('escapes texts in content and attributes', () => {
  const name = `"><script>alert('1')</script>&amp;`
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;'
  expect(markup`<a title="${name}">${name}</a>`.toString()).toBe(`<a title="${escaped}">${escaped}</a>`)
})

it('keeps one or several fragments of markup unchanged', () => {
  const items = ['a & b', '<c>'].map((item) => markup`<li>${item}</li>`)
  expect(markup`<ul>${items}</ul>${markup`<hr>`}`.toString()).toBe('<ul><li>a &amp; b</li><li>&lt;c&gt;</li></ul><hr>')
})

it('keeps backslashes and replacement patterns such as $& in texts', () => {
  const text = String.raw`\n $& $1`
  expect(markup`<p>${text}</p>`.toString()).toBe(`<p>${text.replace('&', '&amp;')}</p>`)
})

it('escapes every generated text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const made = markup`<p title="${text}">${text}</p>`.toString()
      expect(made.match(/[<>"]/gu)?.join('')).toBe('<""><>')
    }),
  )
})
