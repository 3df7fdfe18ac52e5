import { array, assert, constantFrom, property } from 'fast-check'
import { expect, it } from 'vitest'

import { cleanSvg } from './clean-svg.ts'

const drawing = (content: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 10" ${attributes}>${content}</svg>`
const SHAPE = '<path d="M0 0h9v9z"/>'

it('keeps shapes, groups and gradients unchanged, and returns the drawing’s size', () => {
  const content =
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#f00"/></linearGradient><radialGradient id="b" href="#a"/></defs><g fill="url(#b)" transform="rotate(45 5 5)"><circle cx="5" cy="5" r="4"/></g>'
  const { svg, width, height, leftOut } = cleanSvg(drawing(content))
  expect(svg).toContain(content)
  expect([width, height, leftOut]).toEqual([512, 256, []])
})

it('converts the colours of a style sheet to attributes', () => {
  const { svg } = cleanSvg(drawing(`<style>.a{fill:#f00}</style><path class="a" d="M0 0h9v9z" style="stroke:#00f"/>`))
  expect(svg).toMatch(/<path (?=[^>]*fill="#f00")(?=[^>]*stroke="#00f")/u)
  expect(svg).not.toMatch(/style|class/u)
})

it.each([
  ['a script', '<script>alert(1)</script>', 'script'],
  ['a handler', '<path d="M0 0" onclick="alert(1)"/>', 'onclick'],
  ['a foreign picture', '<image href="https://elsewhere.example/a.png"/>', 'image'],
  ['a picture in itself', '<image xlink:href="data:image/png;base64,AAAA"/>', 'image'],
  ['HTML', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>', 'foreignObject'],
  ['a link', `<a xlink:href="javascript:alert(1)">${SHAPE}</a>`, 'a'],
  ['a copy of a foreign drawing', '<use href="https://elsewhere.example/a.svg#b"/>', 'use'],
  ['a change over time', '<set attributeName="href" to="javascript:alert(1)"/>', 'set'],
  ['a text', '<text>hello</text>', 'text'],
  ['a filter', '<path d="M0 0" filter="url(#a)"/>', 'filter'],
  ['a paint from elsewhere', '<path d="M0 0" fill="url(https://elsewhere.example/a.svg#b)"/>', 'fill'],
  ['a paint from elsewhere in a style', '<path d="M0 0" style="fill:url(//elsewhere.example/a)"/>', 'fill'],
  ['a gradient from elsewhere', '<linearGradient id="a" href="https://elsewhere.example/a.svg#b"/>', 'href'],
] as const)('removes %s, and reports it', (_what, content, named) => {
  const { svg, leftOut } = cleanSvg(drawing(content + SHAPE))
  expect(leftOut).toEqual([named])
  expect(svg).toContain(SHAPE)
  expect(svg).not.toMatch(/script|alert|elsewhere|data:|onclick|foreign|xlink|<text|<use|<set|<image|filter/u)
})

it('a clip path inside a clip path is removed', () => {
  const { svg, leftOut } = cleanSvg(
    drawing(`<clipPath id="a"><path d="M0 0h9v9z" clip-path="url(#b)"/></clipPath><g clip-path="url(#a)">${SHAPE}</g>`),
  )
  expect(svg.match(/clip-path/gu)).toHaveLength(1)
  expect(leftOut).toEqual(['clip-path'])
})

it.each([
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${drawing(SHAPE)}`, 'SVG declares entities'],
  ['another document', `<html><body>${drawing(SHAPE)}</body></html>`, 'SVG without a drawing'],
  ['what ends too early', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path', 'Unclosed root tag'],
  ['no size', `<svg xmlns="http://www.w3.org/2000/svg">${SHAPE}</svg>`, 'SVG without a size'],
  ['no height', `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 0">${SHAPE}</svg>`, 'SVG without a size'],
  [
    'a size that is none',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 NaN 1e999">${SHAPE}</svg>`,
    'SVG without a size',
  ],
] as const)('rejects %s', (_what, text, message) => {
  expect(() => cleanSvg(text)).toThrow(message)
})

it('the cleaned drawing contains only allowed elements, for every input', () => {
  const parts = constantFrom(
    '<g>',
    '</g>',
    '<script>',
    '</script>',
    'alert(1)',
    '<![CDATA[<script/>]]>',
    '<!--',
    '-->',
    '<path d="M0 0"/>',
    '<image href="x:y"/>',
    '<svg onload="a">',
    '</svg>',
    '<?xml-stylesheet href="x:y"?>',
    '<a:b xmlns:a="x:y" href="x:y"/>',
    '&lt;script&gt;',
    '<path fill="&#117;rl(x:y)"/>',
    '<style>*{fill:url(x:y)}</style>',
    '<path style="cursor:url(x:y),auto"/>',
  )
  assert(
    property(array(parts, { maxLength: 12 }), (pieces) => {
      let cleaned
      try {
        cleaned = cleanSvg(drawing(pieces.join('')))
      } catch {
        return
      }
      expect(cleaned.svg).not.toMatch(/script|alert|image|onload|x:y|style|url\((?!#)|<\?|<!/u)
    }),
    { numRuns: 300 },
  )
})
