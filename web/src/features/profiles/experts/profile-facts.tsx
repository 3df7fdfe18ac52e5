import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { type AnswerTime, TRACK_RECORD_LIMITS } from '@kundig/contract/profiles/track-record-limits'

import { useLanguage } from '../../../platform/i18n/language.tsx'
import { defineTexts } from '../../../platform/i18n/texts.ts'

const factsTexts = defineTexts({
  en: {
    hour: (euros: number) => `€${euros} an hour`,
    from: (euros: number) => `from €${euros}`,
    answers: (within: AnswerTime) =>
      `Usually answers within ${{ hour: 'an hour', three_hours: '3 hours', day: 'a day', days: 'a few days' }[within]}`,
    paidBy: (people: string) => `Paid by ${people} people`,
    confirmed: 'Email confirmed',
    since: (month: string) => `Member since ${month}`,
  },
  nl: {
    hour: (euros) => `€\u00A0${euros} per uur`,
    from: (euros) => `vanaf €\u00A0${euros}`,
    answers: (within) =>
      `Antwoordt meestal binnen ${{ hour: 'een uur', three_hours: '3 uur', day: 'een dag', days: 'een paar dagen' }[within]}`,
    paidBy: (people) => `Betaald door ${people} mensen`,
    confirmed: 'E-mailadres bevestigd',
    since: (month) => `Lid sinds ${month}`,
  },
})

interface ProfileFactsProps {
  profile: Profile
  className: string
}

/** Rating, town, online work, languages and price on one line. Renders nothing for a profile without these facts. */
export function ProfileFacts({ profile, className }: ProfileFactsProps) {
  const language = useLanguage()
  const { town, online, languages, price } = profile
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return renderFactLine(className, [
    profile.reviews && `★ ${profile.reviews.mean.toLocaleString(language)} (${profile.reviews.count} reviews)`,
    town,
    online && 'online',
    languages?.map((code) => names.of(code)).join(', '),
    price && factsTexts[language][price.unit](price.euros),
  ])
}

/** Measured facts on one line. Renders nothing without facts. @param isWhole true to add facts of the profile page */
export function MeasuredFacts({ profile, className, isWhole }: ProfileFactsProps & { isWhole?: boolean }) {
  const language = useLanguage()
  const texts = factsTexts[language]
  const { answers_within, paid_by, address_confirmed } = profile.track_record ?? {}
  const { payersMax } = TRACK_RECORD_LIMITS
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return renderFactLine(className, [
    answers_within && texts.answers(answers_within),
    paid_by && texts.paidBy(paid_by < payersMax ? String(paid_by) : `${payersMax}+`),
    isWhole && address_confirmed && texts.confirmed,
    isWhole && texts.since(month.format(new Date(profile.created_at))),
  ])
}

function renderFactLine(className: string, facts: readonly unknown[]) {
  const text = facts.filter(Boolean).join(' · ')
  return text && <p className={className}>{text}</p>
}
