import type { Language } from '@kundig/contract/languages'

import { landingTexts } from './landing.messages.ts'

export function formatLandingTitle(category: string | undefined, language: Language): string {
  const { title } = landingTexts[language]
  return category === undefined ? title : `${category}: ${title}`
}
