import type { Language } from '@kundig/contract/languages'
import type { StatementKind } from '@kundig/contract/safety/statement-rules'

import { AUTOMATED_FOOTER, renderMailHtml, renderMailText } from '../../../platform/mail/mail-layout.ts'
import type { Mail } from '../../../platform/mail/mail-outbox.ts'
import { SITE_NAME } from '../../../platform/settings/site-marks.ts'
import type { StatementRow } from './statement.repository.ts'

interface Texts {
  subject: string
  preview: string
  heading: string
  kinds: Record<StatementKind, string>
  until: (when: string) => string
  facts: string
  ground: string
  person: string
  object: string
  button: string
  locale: string
}

const TEXTS = {
  en: {
    subject: `We made a decision about your ${SITE_NAME} account`,
    preview: 'What was decided, why, and how to object.',
    heading: 'A decision about you',
    kinds: {
      warn: `This is a warning about something you did on ${SITE_NAME}. Your account stays as it is.`,
      hide_profile: 'We hid your profile. Only you can see it.',
      remove_message: 'We removed one of your messages from a chat.',
      remove_file: 'We removed one of your files from a chat.',
      remove_review: 'We removed one of your reviews or answers.',
      suspend: 'We suspended your account.',
      ban: `We banned your account. You can no longer use ${SITE_NAME}.`,
      undo: 'We reversed an earlier decision about you.',
      uphold: 'We reviewed your objection, and the decision stands.',
    },
    until: (when) => `It ends on ${when}.`,
    facts: 'What happened, in the moderator’s words:',
    ground: 'What this breaks:',
    person: 'A person decided this after a report. No machine found it or decided it.',
    object:
      'Disagree? Object on your account page within six months, and we’ll review it again. You can also go to court, or to a certified out-of-court dispute settlement body.',
    button: 'Read and respond',
    locale: 'en-GB',
  },
  nl: {
    subject: `We hebben iets besloten over je ${SITE_NAME}-account`,
    preview: 'Wat er besloten is, waarom, en hoe je bezwaar maakt.',
    heading: 'Een besluit over jou',
    kinds: {
      warn: `We waarschuwen je voor iets wat je op ${SITE_NAME} deed. Aan je account verandert niets.`,
      hide_profile: 'We hebben je profiel verborgen. Alleen jij ziet het.',
      remove_message: 'We hebben een bericht van je uit een chat verwijderd.',
      remove_file: 'We hebben een bestand van je uit een chat verwijderd.',
      remove_review: 'We hebben een review of reactie van je verwijderd.',
      suspend: 'We hebben je account geschorst.',
      ban: `Je kunt ${SITE_NAME} niet meer gebruiken.`,
      undo: 'We hebben een eerder besluit over jou teruggedraaid.',
      uphold: 'We hebben je bezwaar bekeken, en het besluit blijft staan.',
    },
    until: (when) => `Dit geldt tot ${when}.`,
    facts: 'Wat er gebeurd is, in de woorden van de moderator:',
    ground: 'Waarmee dat in strijd is:',
    person: 'Een mens heeft dit besloten na een melding. Geen machine heeft dit gevonden of beslist.',
    object:
      'Ben je het er niet mee eens? Maak binnen zes maanden bezwaar op je accountpagina. Dan bekijken we het besluit opnieuw. Je kunt ook naar de rechter, of naar een erkende geschilleninstantie.',
    button: 'Lezen en reageren',
    locale: 'nl-NL',
  },
} as const satisfies Record<Language, Texts>

export function buildStatementMail({
  to,
  statement,
  base,
}: {
  to: string
  statement: StatementRow
  base: string
}): Mail {
  const { language, kind, facts, ground, until } = statement
  const texts: Texts = TEXTS[language]
  const dates = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const ends = until === null ? [] : [texts.until(`${dates.format(until)} (UTC)`)]
  const isAnswer = kind === 'undo' || kind === 'uphold'
  const content = {
    preview: texts.preview,
    heading: texts.heading,
    intro: [texts.kinds[kind], ...ends].join(' '),
    items: [
      { text: texts.facts, quotes: [facts] },
      ...(ground === '' ? [] : [{ text: texts.ground, quotes: [ground] }]),
    ],
    button: { label: texts.button, url: `${base}/account#decisions` },
    notes: [texts.person, ...(isAnswer ? [] : [texts.object])],
    footer: AUTOMATED_FOOTER[language],
  }
  return {
    to,
    subject: texts.subject,
    text: renderMailText(content),
    html: renderMailHtml(language, content),
    language,
  }
}
