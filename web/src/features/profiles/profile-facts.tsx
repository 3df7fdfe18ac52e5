import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { useLanguage } from '../../platform/i18n/language.tsx'
import { defineTexts, useTexts } from '../../platform/i18n/texts.ts'

const factsTexts = defineTexts({
  en: { online: 'online', hour: (price: string) => `${price} an hour`, from: (price: string) => `from ${price}` },
  nl: { online: 'online', hour: (price) => `${price} per uur`, from: (price) => `vanaf ${price}` },
})

/** Town, online work, languages and price of a profile on one line; nothing where its owner gave none. */
export function ProfileFacts({ profile, className }: { profile: Profile; className: string }) {
  const texts = useTexts(factsTexts)
  const language = useLanguage()
  const { town, online, languages = [], price } = profile
  const names = new Intl.DisplayNames(language, { type: 'language' })
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })
  const facts = [
    online && texts.online,
    languages.map((code) => names.of(code)).join(', '),
    price && texts[price.unit](money.format(price.euros)),
  ].filter(Boolean)
  if (!town && facts.length === 0) return null
  return (
    <p className={className}>
      {town && <span translate="no">{town}</span>}
      {town && facts.length > 0 && ' · '}
      {facts.join(' · ')}
    </p>
  )
}
