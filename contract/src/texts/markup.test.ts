import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findCodeSpans } from './code-spans.ts'
import { stripMarkup } from './markup.ts'

const stripped = (text: string): string => stripMarkup(text).text

/** Random texts whose pieces of markup and code often combine. */
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '</',
        '/>',
        '<b',
        '<b>',
        '</b>',
        '<img',
        '<T ',
        '<script',
        '<script>',
        '</script>',
        '<style>',
      ),
      fc.constantFrom(
        'ipt>',
        '<scr',
        '<!--',
        '-->',
        '<!',
        '-',
        'doctype',
        '"',
        "'",
        '=',
        '==',
        ' src=',
        ' x=y',
        ' hidden',
        '/',
      ),
      fc.constantFrom(
        'java',
        'script',
        ':',
        'javascript:',
        'data:',
        'text/htm',
        'l',
        'on',
        'click',
        'onclick=',
        ' onerror="',
        '.',
      ),
      fc.constantFrom('`', '``', '```', ' ', '\n', '\t', 'a', 'e', '\u0301', '\u0338', '😀', 'x', '_'),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

const MARKUP = [
  /<\/?(?:b|img|script|style)[\s/]*>/iu,
  /<(?:b|img|script|style)[\s/]+[\w:.@-]{1,20}\s?=/iu,
  /<(?:b|img|script|style)\s[^<>`]*\s[\w:.@-]+=[^=<>`][^<>`]*>/iu,
  /<!--/u,
  /<!doctype\s?>/iu,
  /javascript:\S/iu,
  /data:text\/html/iu,
  /(?<![\w$.-])on(?:click|error)\s*=/iu,
]

describe('ordinary text', () => {
  it.each([
    'I teach JavaScript: from zero to hero',
    'what does <T extends object> mean?',
    'a<b and c>d',
    'if a <b and c> d',
    'see <https://example.com/a>',
    'a < b && c > d',
    'a<b && c==d>e',
    'for (i<s; j>5)',
    'x <- y',
    '<- left, right ->',
    '<3',
    'I <3 you',
    '1 <2 and 3> 2',
    'Array<string>',
    'Map<string, number[]>',
    'Promise<unknown>',
    'if (a<b) …',
    'a<b',
    'if (a<=b) { x => y }',
    'mail me <name@example.com>',
    '<b@example.com>',
    '<your name here>',
    '<my-element>',
    'the input/output <i/o>',
    'Mix & Match',
    'on time = never',
    'onset = 3',
    'one=1',
    'online banking = onmisbaar',
    'window.onload = start',
    'JavaScript is a script: no',
    'TypeScript / JavaScript:\n- types',
    'Do you know JavaScript:',
    'data: text, html',
    '5 > 3',
    'don`t and can`t',
  ])('%j is unchanged', (text) => {
    expect(stripMarkup(text)).toEqual({ text, removed: [] })
  })

  it('a text without "<", ":" and "=" is never changed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), pieces), (text) => {
        const ordinary = text.replace(/[<:=]/gu, '')
        expect(stripMarkup(ordinary)).toEqual({ text: ordinary, removed: [] })
      }),
      { numRuns: 2000 },
    )
  })
})

describe('markup', () => {
  // spec 5.26
  it.each([
    ['<b>bold</b>', 'bold', ['<b>', '</b>']],
    ['<B>a<br />b<BR/></B >', 'ab', ['<B>', '<br />', '<BR/>', '</B >']],
    ['text<b class="x">bold</b>', 'textbold', ['<b class="x">', '</b>']],
    ['<script>alert(1)</script>after', 'after', ['<script>alert(1)</script>']],
    ['<script src=x></script>after', 'after', ['<script src=x></script>']],
    ['<STYLE>p{}</STYLE >x', 'x', ['<STYLE>p{}</STYLE >']],
    ['a <script> is a tag', 'a  is a tag', ['<script>']],
    ['<scr<script>ipt>alert(1)</script>', '<scr', ['<script>ipt>alert(1)</script>']],
    ['<scr<b>ipt>alert(1)</scr</b>ipt>', 'alert(1)', ['<b>', '<script>', '</b>', '</script>']],
    ['<<b>b>x', 'x', ['<b>', '<b>']],
    ['<!DOCTYPE html><p>x', 'x', ['<!DOCTYPE html>', '<p>']],
    ['a<!-- hidden -->b', 'ab', ['<!-- hidden -->']],
    ['a<!-- never closed', 'a never closed', ['<!--']],
    ['<img src=x onerror=alert(1)>', '', ['<img src=x onerror=alert(1)>']],
    ['<img title="a > b" hidden>x', 'x', ['<img title="a > b" hidden>']],
    ['<input disabled required>x', 'x', ['<input disabled required>']],
    ['<input disabled value=y>x', 'x', ['<input disabled value=y>']],
    ['<svg/onload=alert(1)>', '', ['<svg/onload=alert(1)>']],
    ['<svg><circle r="1"/><feGaussianBlur/></svg>', '', ['<svg>', '<circle r="1"/>', '<feGaussianBlur/>', '</svg>']],
    ['<math><mrow>x</mrow></math>', 'x', ['<math>', '<mrow>', '</mrow>', '</math>']],
    ['see <img src=x', 'see ', ['<img src=x']],
    ['<img src="x" alt=\'y\' and what I wrote', ' and what I wrote', ['<img src="x" alt=\'y\'']],
    ['<iframe srcdoc="<script>x()</script>"></iframe>', '', ['<iframe srcdoc="<script>x()</script>">', '</iframe>']],
    ['javascript:alert(1)', 'alert(1)', ['javascript:']],
    ['java<b>script:alert(1)', 'alert(1)', ['<b>', 'javascript:']],
    ['javajavascript:script:alert(1)', 'alert(1)', ['javascript:', 'javascript:']],
    ['java\nscript:x', 'x', ['java\nscript:']],
    ['vbscript:x data:text/html,x', 'x ,x', ['vbscript:', 'data:text/html']],
    ['x onmouseover="steal()" y', 'x  y', ['onmouseover="steal()"']],
    ['onclick = go', '', ['onclick = go']],
    ['<T onclick=go>', '<T >', ['onclick=go']],
  ])('%j becomes %j, and %j is listed as removed', (text, left, removed) => {
    expect(stripMarkup(text)).toEqual({ text: left, removed })
  })

  // spec 5.26
  it('no markup remains outside code after one removal', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        const left = stripped(text)
        expect(stripMarkup(left)).toEqual({ text: left, removed: [] })
        let from = 0
        for (const { start, end } of [...findCodeSpans(left), { start: left.length, end: left.length }]) {
          for (const pattern of MARKUP) expect(left.slice(from, start)).not.toMatch(pattern)
          from = end
        }
      }),
      { numRuns: 5000 },
    )
  })

  it('every removed character is listed', () => {
    const signs = (text: string): string => Array.from(text.replaceAll(' ', '')).toSorted().join('')
    fc.assert(
      fc.property(pieces, (text) => {
        const { text: left, removed } = stripMarkup(text)
        expect(signs(left + removed.join(''))).toBe(signs(text))
      }),
      { numRuns: 3000 },
    )
  })
})

describe('code between back-ticks', () => {
  it.each([
    ['use `<b>` for <b>bold</b>', 'use `<b>` for bold'],
    ['```\n<script>\nalert(1)\n</script>\n```', '```\n<script>\nalert(1)\n</script>\n```'],
    ['`` a ` <i> `` <i>', '`` a ` <i> `` '],
    ['`javascript:x` and `onclick="go()"`', '`javascript:x` and `onclick="go()"`'],
    ['<script> and `</script>`', ' and `</script>`'],
    ['<!-- and `-->`', ' and `-->`'],
    ['<a href="`code`">', '"`code`">'],
    ['`never closed <b>', '`never closed '],
    ['`` <b>one`', '`` one`'],
    ['`<b>``<i>`` x', '` ``<i>`` x'],
  ])('%j becomes %j', (text, left) => {
    expect(stripped(text)).toBe(left)
  })

  it('code remains complete, and no other text becomes code', () => {
    const codeIn = (text: string): string[] => findCodeSpans(text).map(({ start, end }) => text.slice(start, end))
    fc.assert(
      fc.property(pieces, (text) => {
        expect(codeIn(stripped(text))).toEqual(codeIn(text))
      }),
      { numRuns: 3000 },
    )
  })
})

declare const process: { threadCpuUsage: () => { user: number; system: number } }

describe('the processor time', { tags: 'slow' }, () => {
  function timeOf(text: string): number {
    const times = Array.from({ length: 7 }, () => {
      const before = process.threadCpuUsage()
      stripMarkup(text)
      const after = process.threadCpuUsage()
      return after.user + after.system - before.user - before.system
    })
    return Math.min(...times)
  }

  const SIZE = 50_000
  /** Coarsest resolution of processor time on some systems (µs). */
  const STEP_US = 10_000
  const ROUNDS = 6
  const filled = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length))

  it.each<[name: string, hostile: (size: number) => string]>([
    ['unclosed elements with code', (size) => `${filled('<embed>', size)}</embed${' '.repeat(size)}`],
    ['scripts that never end', (size) => filled('<script>', size) + filled('</script ', size)],
    ['tags in tags', (size) => filled('<b', size) + filled('>', size)],
    ['tags that never close', (size) => filled('<b ', size)],
    ['tags with values that never close', (size) => filled('<b x=', size)],
    ['values that never close', (size) => filled('<b x="\n', size)],
    ['one value that never closes', (size) => `<b x="${filled("<b x='", size)}`],
    ['tags that a cut brings together with values', (size) => filled('<', size / 8) + filled("a b=''", size)],
    ['a tag with spaces', (size) => `<b${filled(' ', size)}>`],
    ['a tag with attributes', (size) => `<b${filled(' async', size)} x>`],
    ['a tag with names', (size) => `<b ${filled('x-', size)}`],
    ['a tag and equals signs', (size) => `<b${filled(' =', size)}`],
    ['a tag and event handlers', (size) => `<T${filled(' onclick=x', size)}`],
    ['spaces before equals signs', (size) => `onclick${filled(' ', size)}${filled('=', size)}`],
    ['letters before equals signs', (size) => `on${filled('a', size)}${filled('=', size)}`],
    ['comments that never close', (size) => filled('<!--', size)],
    ['comments before a back-tick', (size) => `${filled('<!--', size)}\`-->`],
    ['arrows', (size) => filled('<->', size)],
    ['schemes in schemes', (size) => filled('java', size) + filled('script:', size)],
    ['schemes', (size) => filled('javascript:', size)],
    ['colons', (size) => filled(':', size)],
    ['back-ticks', (size) => `<${filled('`', size)}`],
    ['runs of back-ticks, each longer', (size) => `<${growingRuns(size)}`],
    ['back-ticks that a cut brings together', (size) => filled('<b>`', size)],
    ['code with markup around it', (size) => filled('<b>`<b>`', size)],
  ])('the processor time for %s grows linearly with the length', (_name, hostile) => {
    const [once, twice] = [hostile(SIZE), hostile(2 * SIZE)]
    // At quadratic cost, a text twice as long takes four times as long in every round. Noise varies between rounds.
    const isLinear = Array.from({ length: ROUNDS }).some(() => timeOf(twice) < 3 * timeOf(once) + STEP_US)
    expect(isLinear).toBe(true)
  })

  function growingRuns(size: number): string {
    let text = ''
    for (let length = 1; text.length < size; length++) text += `${'`'.repeat(length)} `
    return text
  }
})
