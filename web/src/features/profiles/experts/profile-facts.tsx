import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { useLanguage } from '../../../platform/i18n/language.tsx'
import { defineTexts } from '../../../platform/i18n/texts.ts'

const factsTexts = defineTexts({
  en: { hour: (euros: number) => `€${euros} an hour`, from: (euros: number) => `from €${euros}` },
  nl: { hour: (euros) => `€\u00A0${euros} per uur`, from: (euros) => `vanaf €\u00A0${euros}` },
})

/** Town, online work, languages and price of a profile on one line; nothing where its owner gave none. */
export function ProfileFacts({ profile, className }: { profile: Profile; className: string }) {
  const language = useLanguage()
  const { town, online, languages, price } = profile
  const names = new Intl.DisplayNames(language, { type: 'language' })
  const facts = [
    town,
    // The same word in both languages.
    online && 'online',
    languages?.map((code) => names.of(code)).join(', '),
    price && factsTexts[language][price.unit](price.euros),
  ]
  const line = facts.filter(Boolean).join(' · ')
  return line && <p className={className}>{line}</p>
}
