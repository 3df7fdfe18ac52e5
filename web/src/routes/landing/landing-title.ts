import type { Language } from '@kundig/contract/languages'
import { type Category, expertiseLabel } from '@kundig/contract/profiles/categories'

import { landingTexts } from './landing.messages.ts'

/** The landing page's name, with the category that it is narrowed to. */
export function landingTitle(category: Category | undefined, language: Language): string {
  const { title } = landingTexts[language]
  return category === undefined ? title : `${expertiseLabel(category, language)}: ${title}`
}
