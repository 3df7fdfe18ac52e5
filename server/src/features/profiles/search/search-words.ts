import type { Category } from '@kundig/contract/profiles/categories'

export interface SearchWord {
  word: string
  /** tsquery of the word and its stems in both languages. */
  exact: string
  /** tsquery of `exact`, or of any word that begins with this word. */
  any: string
  /** Number of profiles with the word, or with the most frequent word that begins with the word. */
  people: number
  /** Approximate number of profiles that `any` finds. */
  holders: number
  categories: Category[]
  /** True when the word is too common in Dutch or English to distinguish profiles. */
  isStop: boolean
}

export interface WeighedWord extends SearchWord {
  weight: number
}

/** Words of a question that do not describe its subject, in addition to PostgreSQL's stop words. */
const ASKING = new Set(
  (
    'zoek zoeken gezocht vind vinden help helpt helpen hulp nodig goed goede beste snel iemand expert experts ervaring mag moeten ' +
    'wilt willen graag maken maak laten krijg krijgen hebt kunt waar wanneer waarom welke welk vraag vragen weet weten ' +
    'nieuw nieuwe mijne eigen find finding need needs needed looking search someone anyone somebody who what where how good best ' +
    'make making get getting want question questions know please would could can'
  ).split(' '),
)

/** Minimum share of a query's total weight that a match must have. */
const REQUIRED_SHARE = 0.4
/** Maximum words of a query; further words are ignored. */
const WORDS_MAX = 12

/** Gives rarer words more weight. Omits stop words, unless the query has no other words. */
export function weighWords(words: readonly SearchWord[], total: number): WeighedWord[] {
  const meant = words.filter(({ word, isStop }) => !isStop && !ASKING.has(word))
  return (meant.length > 0 ? meant : words)
    .slice(0, WORDS_MAX)
    .map((word) => ({ ...word, weight: Math.log(2 + total / (1 + word.people)) }))
}

export function computeRequiredWeight(words: readonly WeighedWord[]): number {
  return REQUIRED_SHARE * sumWeights(words)
}

/** Returns the rarest words. Every profile with the required weight contains at least one of these. */
export function pickEssentialWords(words: readonly WeighedWord[], required: number): WeighedWord[] {
  const commonFirst = words.toSorted((one, other) => one.weight - other.weight)
  let common = 0
  return commonFirst.filter(({ weight }) => {
    common += weight
    return common >= required
  })
}

/** Splits words into the rarest words, which at most `max` profiles contain, and the others. */
export function splitByRarity(
  words: readonly WeighedWord[],
  max: number,
): { rare: WeighedWord[]; others: WeighedWord[] } {
  const rarestFirst = words.toSorted((one, other) => one.holders - other.holders)
  const isTooMany = (_: WeighedWord, index: number): boolean => sumProfileCounts(rarestFirst.slice(0, index + 1)) > max
  const end = rarestFirst.findIndex(isTooMany)
  const rare = end === -1 ? rarestFirst : rarestFirst.slice(0, end)
  return { rare, others: rarestFirst.slice(rare.length) }
}

export function sumProfileCounts(words: readonly WeighedWord[]): number {
  return words.reduce((sum, { holders }) => sum + holders, 0)
}

function sumWeights(words: readonly WeighedWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0)
}

/** Minimum length of a word to correct. A shorter word with a typo is likely to be another word. */
export const CORRECTED_LENGTH = 4
const TWO_TYPOS_LENGTH = 8

/** Returns the nearest known word, then the most used one; null beyond one typo, or two typos for a long word. */
export function pickSpelling(word: string, known: readonly { word: string; people: number }[]): string | null {
  const most = word.length >= TWO_TYPOS_LENGTH ? 2 : 1
  const [best] = known
    .map((one) => ({ ...one, distance: countTypos(word, one.word) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .toSorted((one, other) => one.distance - other.distance || other.people - one.people)
  return best?.word ?? null
}

/** Returns the number of missing, added, replaced or swapped letters (optimal string alignment distance). */
export function countTypos(one: string, other: string): number {
  const [from, to] = [Array.from(one), Array.from(other)]
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (const [row, letter] of from.entries()) {
    const above = rows[row] ?? []
    const current = [row + 1]
    for (const [column, wanted] of to.entries()) {
      const isSwapped = row > 0 && column > 0 && from[row - 1] === wanted && letter === to[column - 1]
      current.push(
        Math.min(
          (above[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          (above[column] ?? 0) + (letter === wanted ? 0 : 1),
          isSwapped ? (rows[row - 1]?.[column - 1] ?? 0) + 1 : Infinity,
        ),
      )
    }
    rows.push(current)
  }
  return rows.at(-1)?.at(-1) ?? 0
}
