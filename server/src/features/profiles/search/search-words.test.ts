import { describe, expect, it } from 'vitest'

import {
  countTypos,
  pickEssentialWords,
  pickSpelling,
  computeRequiredWeight,
  type SearchWord,
  splitByRarity,
  weighWords,
} from './search-words.ts'

const word = (text: string, people: number, rest: Partial<SearchWord> = {}): SearchWord => ({
  word: text,
  exact: `'${text}'`,
  any: `'${text}':*`,
  people,
  holders: people,
  categories: [],
  isStop: false,
  ...rest,
})
const wordsOf = (words: readonly SearchWord[]): string[] => words.map((one) => one.word)

describe('the words of a search', () => {
  it('weigh more if fewer people use them', () => {
    const [common, rare] = weighWords([word('advies', 500), word('kozijnen', 2)], 1000)
    expect(rare?.weight).toBeGreaterThan(common?.weight ?? Infinity)
  })

  it('exclude stop words and question words', () => {
    const words = weighWords([word('zoek', 3), word('de', 90, { isStop: true }), word('loodgieter', 1)], 100)
    expect(wordsOf(words)).toEqual(['loodgieter'])
  })

  it('include stop words if the query has no other words', () => {
    expect(wordsOf(weighWords([word('door', 9, { isStop: true })], 100))).toEqual(['door'])
  })

  it('are limited to twelve', () => {
    expect(
      weighWords(
        Array.from({ length: 40 }, (_, index) => word(`w${index}`, 1)),
        100,
      ),
    ).toHaveLength(12)
  })

  it('search words are rare if few profiles contain any of them', () => {
    const words = weighWords([word('advies', 900), word('kozijn', 3), word('zink', 2), word('dak', 6)], 1000)
    const { rare, others } = splitByRarity(words, 10)
    expect([wordsOf(rare), wordsOf(others)]).toEqual([
      ['zink', 'kozijn'],
      ['dak', 'advies'],
    ])
  })

  it('a word is essential if the other words together weigh too little', () => {
    const words = weighWords([word('advies', 900), word('over', 800), word('kozijnen', 2), word('hout', 9)], 1000)
    const essential = pickEssentialWords(words, computeRequiredWeight(words))
    const others = words.filter((one) => !essential.includes(one))
    expect(wordsOf(others)).toEqual(['advies', 'over'])
    expect(others.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThan(computeRequiredWeight(words))
  })
})

describe('a spelling', () => {
  it.each([
    ['kozijnen', 'kozijnen', 0],
    ['kozijen', 'kozijnen', 1],
    ['kozijnnen', 'kozijnen', 1],
    ['kozynen', 'kozijnen', 2],
    ['koizjnen', 'kozijnen', 1],
    ['', 'abc', 3],
  ])('%s differs from %s by %i typos', (typed, meant, typos) => {
    expect(countTypos(typed, meant)).toBe(typos)
  })

  it('is corrected to the nearest word, and to the most used of equally near words', () => {
    const known = [
      { word: 'dakken', people: 9 },
      { word: 'lekken', people: 2 },
      { word: 'bekken', people: 5 },
    ]
    expect(pickSpelling('wekken', known)).toBe('bekken')
    expect(pickSpelling('lekkken', known)).toBe('lekken')
  })

  it('one typo is corrected in a short word, and two in a long word', () => {
    const known = [
      { word: 'belasting', people: 1 },
      { word: 'kraan', people: 1 },
    ]
    expect(pickSpelling('belsting', known)).toBe('belasting')
    expect(pickSpelling('belstng', known)).toBe(null)
    expect(pickSpelling('belstingg', known)).toBe('belasting')
    expect(pickSpelling('krn', known)).toBe(null)
  })
})
