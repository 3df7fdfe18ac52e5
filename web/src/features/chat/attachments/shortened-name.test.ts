import { describe, expect, test } from 'vitest'

import { shortenName, splitName } from './shortened-name.ts'

describe('a long name is shortened in the middle', () => {
  test('keeps the beginning, end and extension of a name', () => {
    const name = 'Offerte voor de dakkapel aan de achterzijde, definitief-versie-3.pdf'
    const short = shortenName(name, 36)
    expect(short).toBe('Offerte voor de dak…ief-versie-3.pdf')
    expect(Array.from(short)).toHaveLength(36)
  })

  test('keeps the names of two versions distinguishable', () => {
    const [first, second] = ['1', '2'].map((version) => shortenName(`${'lang '.repeat(20)}v${version}.docx`, 36))
    expect(first).not.toBe(second)
  })

  test('keeps a name that fits', () => {
    expect(shortenName('Offerte.pdf', 36)).toBe('Offerte.pdf')
  })

  test('splits off the end of a name', () => {
    const name = 'Offerte voor de dakkapel, definitief-versie-3.pdf'
    expect(splitName(name)).toEqual(['Offerte voor de dakkapel, definit', 'ief-versie-3.pdf'])
    expect(splitName('Offerte.pdf')).toEqual(['Offerte.pdf', ''])
  })

  test('does not split letters of several characters', () => {
    const short = shortenName('👩‍👩‍👧'.repeat(50), 20)
    expect(short).toBe(`${'👩‍👩‍👧'.repeat(3)}…${'👩‍👩‍👧'.repeat(16)}`)
  })
})
