import type { Language } from '@kundig/contract/languages'
import type { StatementKind } from '@kundig/contract/safety/statement-rules'

import { mailHtml, mailText } from '../../../platform/mail/mail-layout.ts'
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
  footer: string
  locale: string
}

const TEXTS = {
  en: {
    subject: `We decided something about your ${SITE_NAME} account`,
    preview: 'What was decided, why, and how to object.',
    heading: 'A decision about you',
    kinds: {
      warn: `We warn you about something that you did on ${SITE_NAME}. Nothing is taken away from you.`,
      hide_profile: 'We hid your profile. Only you see it.',
      remove_message: 'We removed a message of yours from a chat.',
      remove_file: 'We removed a file of yours from a chat.',
      remove_review: 'We removed a review or an answer of yours.',
      suspend: 'We suspended your account.',
      ban: `We closed ${SITE_NAME} to you.`,
      undo: 'We took back an earlier decision about you.',
      uphold: 'We looked at your objection, and the decision stays.',
    },
    until: (when) => `It ends on ${when}.`,
    facts: 'What happened, in the words of who decided:',
    ground: 'What this breaks:',
    person: 'A person decided this after somebody reported it. No machine found it or decided it.',
    object:
      'Do you disagree? Object within six months, on your account page: somebody looks at it again. You may also turn to a court, or to a certified body for out-of-court settlement.',
    button: 'Read it and answer',
    footer: `${SITE_NAME} sent this email by itself. Replies to it are not read.`,
    locale: 'en-GB',
  },
  nl: {
    subject: `We hebben iets besloten over je ${SITE_NAME}-account`,
    preview: 'Wat er besloten is, waarom, en hoe je bezwaar maakt.',
    heading: 'Een besluit over jou',
    kinds: {
      warn: `We waarschuwen je voor iets wat je op ${SITE_NAME} deed. Er wordt je niets afgenomen.`,
      hide_profile: 'We hebben je profiel verborgen. Alleen jij ziet het.',
      remove_message: 'We hebben een bericht van je uit een chat verwijderd.',
      remove_file: 'We hebben een bestand van je uit een chat verwijderd.',
      remove_review: 'We hebben een review of reactie van je verwijderd.',
      suspend: 'We hebben je account geschorst.',
      ban: `We hebben ${SITE_NAME} voor je gesloten.`,
      undo: 'We hebben een eerder besluit over jou teruggedraaid.',
      uphold: 'We hebben je bezwaar bekeken, en het besluit blijft.',
    },
    until: (when) => `Het eindigt op ${when}.`,
    facts: 'Wat er gebeurd is, in de woorden van wie besliste:',
    ground: 'Waarmee dat in strijd is:',
    person: 'Een mens heeft dit besloten nadat iemand het meldde. Geen machine heeft het gevonden of beslist.',
    object:
      'Ben je het er niet mee eens? Maak binnen zes maanden bezwaar op je accountpagina: dan kijkt iemand er opnieuw naar. Je kunt ook naar de rechter, of naar een erkende geschilleninstantie.',
    button: 'Lezen en reageren',
    footer: `Deze mail is automatisch verstuurd door ${SITE_NAME}. Antwoorden worden niet gelezen.`,
    locale: 'nl-NL',
  },
} as const satisfies Record<Language, Texts>

/** Mail with a statement of reasons: everything that the account page shows. */
export function statementMail({ to, statement, base }: { to: string; statement: StatementRow; base: string }): Mail {
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
    footer: texts.footer,
  }
  return { to, subject: texts.subject, text: mailText(content), html: mailHtml(language, content), language }
}
