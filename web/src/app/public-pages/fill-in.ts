import { LANGUAGES } from '@kundig/contract/languages'
import type { SiteTexts } from '@kundig/contract/site/site-texts'

import { site } from '../../platform/site.ts'

/** Replaces placeholders in rendered HTML by the site's texts. @param escape encodes a text for HTML or a script */
export function fillPlaceholders(html: string, words: SiteTexts, escape: (text: string) => string): string {
  let filled = html.replaceAll(site.name, () => escape(words.name))
  for (const language of LANGUAGES) {
    for (const part of ['title', 'headline', 'lead', 'footer'] as const) {
      filled = filled.replaceAll(site.landing[language][part], () => escape(words.landing[language][part]))
    }
  }
  return filled
}
