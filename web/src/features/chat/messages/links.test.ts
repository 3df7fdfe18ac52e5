import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findLinks } from './links.ts'
import { mayContainLink } from './may-hold-link.ts'

function listLinks(text: string): (string | null)[][] {
  return findLinks(text).flatMap(({ text: piece, href }) => (href === null ? [] : [[piece, href]]))
}

describe('links in a message', () => {
  it.each([
    ['see https://kundig.example/a?b=c#d.', 'https://kundig.example/a?b=c#d', 'https://kundig.example/a?b=c#d'],
    ['(http://kundig.example)', 'http://kundig.example', 'http://kundig.example/'],
    ['[https://kundig.example/a_(b)]', 'https://kundig.example/a_(b)', 'https://kundig.example/a_(b)'],
    ['www.kundig.nl, or not', 'www.kundig.nl', 'https://www.kundig.nl/'],
    ['mail anna@kundig.nl!', 'anna@kundig.nl', 'mailto:anna@kundig.nl'],
    ['https://bücher.example/straße', 'https://bücher.example/straße', 'https://xn--bcher-kva.example/stra%C3%9Fe'],
    ['راجع https://kundig.example/a الآن', 'https://kundig.example/a', 'https://kundig.example/a'],
    ['HTTPS://KUNDIG.EXAMPLE', 'HTTPS://KUNDIG.EXAMPLE', 'https://kundig.example/'],
    ['**https://kundig.example/b**', 'https://kundig.example/b', 'https://kundig.example/b'],
    ['_https://kundig.example/a_b_ and more', 'https://kundig.example/a_b', 'https://kundig.example/a_b'],
    ['*www.kundig.nl*', 'www.kundig.nl', 'https://www.kundig.nl/'],
    ['https://kundig.example/a*', 'https://kundig.example/a*', 'https://kundig.example/a*'],
    ['请看https://kundig.example/a', 'https://kundig.example/a', 'https://kundig.example/a'],
    ['ここwww.kundig.nl', 'www.kundig.nl', 'https://www.kundig.nl/'],
    [
      'https://fa.kundig.example/علی\u200Cرضا',
      'https://fa.kundig.example/علی\u200Cرضا',
      'https://fa.kundig.example/%D8%B9%D9%84%DB%8C%E2%80%8C%D8%B1%D8%B6%D8%A7',
    ],
    ['see kundig.nl.', 'kundig.nl', 'https://kundig.nl/'],
    ['on docs.kundig.com/start', 'docs.kundig.com/start', 'https://docs.kundig.com/start'],
    ['in do.it/x', 'do.it/x', 'https://do.it/x'],
    ['bel 06 12 34 56 78 of app', '06 12 34 56 78', 'tel:0612345678'],
    ['(020-1234567)', '020-1234567', 'tel:0201234567'],
    ['+31 (0)6 1234 5678', '+31 (0)6 1234 5678', 'tel:+31612345678'],
    ['0032 470 12 34 56', '0032 470 12 34 56', 'tel:+32470123456'],
  ])('finds the intended link in %j', (text, piece, href) => {
    expect(listLinks(text)).toEqual([[piece, href]])
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt://www.x.example/%0aalert(1)',
    'data:text/html,<b>x</b>',
    'file:///etc/passwd',
    'ftp://kundig.example/x',
    'vbscript:x',
    'blob:https:x',
    'report.md and main.py at 10.am',
    'Dat is goed.De rest, do.it or version 1.0.nl',
    'on 01-02-2026 12 uur, or 2026-11-28 12:30:00',
    'NL91ABNA0417164300 and 4242 4242 4242 4242 and order 12345678901',
    '0612345678901234567890',
    '//kundig.example/x',
    'https://kundig.example/\u202Egpj.exe',
    'https://good.example\u200B.evil.example',
    'https://',
  ])('never creates an unsafe link in %j', (text) => {
    for (const [piece, href] of listLinks(text)) {
      expect(href).toMatch(/^https?:\/\//u)
      expect(piece).not.toMatch(/[\u200B\u202E]/u)
    }
  })

  it('does not link a user name that looks like a host', () => {
    expect(listLinks('https://bank.example@evil.example/ and https://bank.example:x@evil.example')).toEqual([])
  })

  it('keeps the text, and links only to web pages, mail addresses and telephone numbers', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.webUrl(),
      fc.emailAddress(),
      fc.stringMatching(/^[+0][\d ()./-]{8,20}$/),
      fc.constantFrom('javascript:', 'data:', 'www.', 'https://', 'mailto:', '://', '@', '\u202E', ' ', '\n', '(', ')'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const parts = findLinks(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        // A text for which `mayContainLink` returns false is not searched for links.
        expect(mayContainLink(text) || parts.every(({ href }) => href === null)).toBe(true)
        const leading = parts.flatMap(({ href }) => href ?? [])
        expect(leading.filter((href) => !/^(?:https?:\/\/|mailto:|tel:\+?\d+$)/u.test(href))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
