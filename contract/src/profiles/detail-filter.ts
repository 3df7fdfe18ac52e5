import { LIMITS } from '../limits.ts'

// The landing page loads this file first. To keep it small, the rules of profile details are in another file.

/** ISO 639-1 codes of the languages in which an expert can answer, in the form's order. */
export const ANSWER_LANGUAGES = ['nl', 'en', 'de', 'fr', 'es', 'it', 'pt', 'pl', 'tr', 'ar', 'uk', 'zh'] as const
export type AnswerLanguage = (typeof ANSWER_LANGUAGES)[number]

/** Filters for a list of experts. With both a town and `online`, experts who match either one are listed. */
export interface DetailFilter {
  answers_in?: AnswerLanguage | undefined
  /** The beginning of a town's name. */
  town?: string | undefined
  online?: true | undefined
  /** In euros. */
  price_max?: number | undefined
}

export function isValidPrice(euros: number): boolean {
  return Number.isInteger(euros) && euros >= LIMITS.priceEurosMin && euros <= LIMITS.priceEurosMax
}
