import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { findMatchedSentence, listWords } from './matched-sentence.ts'

const show = (text: string, ...matched: string[]): string | undefined =>
  findMatchedSentence(text, new Set(matched))
    ?.map((part) => (part.is_marked ? `[${part.text}]` : part.text))
    .join('')

const BIO =
  'Zeventien jaar timmerman in Utrecht, vooral in oude huizen. Ik vervang kozijnen en herstel trappen die kraken. ' +
  'Stuur een foto van de plek en ik zeg wat er kan.'

it('a matched text that fits on a card is shown whole', () => {
  expect(show('Ik maak kozijnen. Ook deuren.', 'kozijnen')).toBe('Ik maak [kozijnen]. Ook deuren.')
})

it('the sentence with most of the matched words is shown from a long text', () => {
  expect(show(BIO, 'huizen', 'kozijnen', 'trappen')).toBe('Ik vervang [kozijnen] en herstel [trappen] die kraken.')
})

it('a long sentence is cut around its first matched word', () => {
  const long = `${'Veel woorden vooraf die niet passen, '.repeat(4)}dan kozijnen, ${'en nog veel meer erna '.repeat(6)}`
  expect(show(long, 'kozijnen')).toBe(
    '…woorden vooraf die niet passen, dan [kozijnen], en nog veel meer erna en nog veel meer erna en nog veel meer erna en nog…',
  )
})

it('no sentence is shown from a text without matched words', () => {
  expect(findMatchedSentence(BIO, new Set(['dak']))).toBe(null)
  expect(findMatchedSentence('', new Set(['dak']))).toBe(null)
})

it('each word of the texts is listed once, without punctuation', () => {
  expect(listWords(['Deuren, ramen & deuren', null])).toEqual(['Deuren', 'ramen', 'deuren'])
})

it('the shown text fits on a card, and is part of the original', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('dak', 'Kozijn', '. ', ' ', 'ja', '中文', 'x'.repeat(50)), { maxLength: 80 }),
      (pieces) => {
        const text = pieces.join('')
        for (const part of findMatchedSentence(text, new Set(listWords([text]).slice(-1))) ?? []) {
          expect(part.text.length).toBeLessThanOrEqual(122)
          expect(text).toContain(part.text.replace(/^…|…$/gu, ''))
        }
      },
    ),
  )
})
