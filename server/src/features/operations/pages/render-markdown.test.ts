import { assert, constantFrom, oneof, property, string, array } from 'fast-check'
import { describe, expect, it } from 'vitest'

import { renderMarkdown } from './render-markdown.ts'

const PIECES = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x "a")',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '![x](https://evil.example/a.png)',
  '![x][r]',
  '[x][r]',
  '\n\n[r]: javascript:alert(1)\n\n',
  '<javascript:alert(1)>',
  '<https://a.example/"onclick=alert(1)>',
  '[x](https://a.example "\\" onclick=alert(1) \\"")',
  '[x](<https://a.example/" onmouseover="alert(1)>)',
  '```"><script>\n',
  '\n```\n',
  '`',
  '\n# ',
  '\n> ',
  '\n- ',
  '|a|\n|-|\n|',
  '[',
  ']',
  '(',
  ')',
  '"',
  "'",
  '<',
  '>',
  '&',
  '\\',
  '\u0000',
  '\n',
]

const ALLOWED_TAG =
  /^<(?:\/?(?:p|h[2-6]|ul|ol|li|em|strong|s|blockquote|pre|code|table|thead|tbody|tr|th|td|a)|br|hr)(?: (?:start="\d+"|style="text-align:(?:left|right|center)"|class="language-[^"<>]*"|href="(?:(?:https?:\/\/|mailto:|\/(?![/\\])|#)[^"<>]*)?"|title="[^"<>]*"|rel="nofollow noopener"))*>$/iu

describe('Markdown of the site’s pages', () => {
  it('any Markdown becomes HTML with only the allowed elements and links', () => {
    assert(
      property(
        array(oneof(constantFrom(...PIECES), string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 30 }),
        (pieces) => {
          const html = renderMarkdown(pieces.join(''))
          // Every `<` begins an element that the renderer made, because each `<` of the text becomes an entity.
          const tags = html.match(/<[^>]*>?/gu) ?? []
          expect(tags.filter((tag) => !ALLOWED_TAG.test(tag))).toEqual([])
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('HTML in Markdown is shown as text, and pictures are omitted', () => {
    expect(renderMarkdown('# One\n## Two\n\n<b>bold</b>')).toBe(
      '<h2>One</h2>\n<h2>Two</h2>\n<p>&lt;b&gt;bold&lt;/b&gt;</p>\n',
    )
    expect(renderMarkdown('![cat](https://a.example/cat.png)')).not.toContain('<img')
    expect(renderMarkdown('[a](https://a.example)')).toBe(
      '<p><a href="https://a.example" rel="nofollow noopener">a</a></p>\n',
    )
    expect(renderMarkdown('[a](/rules) [b](//evil.example)')).toBe(
      '<p><a href="/rules" rel="nofollow noopener">a</a> [b](//evil.example)</p>\n',
    )
    expect(renderMarkdown('[a]()')).toBe('<p><a href="" rel="nofollow noopener">a</a></p>\n')
  })
})
