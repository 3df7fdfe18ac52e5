import type { Language } from '@kundig/contract/languages'

import { mailHtml, mailText } from '../../../platform/mail/mail-layout.ts'
import type { Mail } from '../../../platform/mail/mail-outbox.ts'
import { SITE_NAME } from '../../../platform/settings/site-marks.ts'

const TEXTS = {
  en: {
    subject: (reference: string) => `We received your report ${reference}`,
    preview: 'Somebody will look at it.',
    heading: 'Thank you for your report',
    intro: (reference: string) => `We received your report. Its reference number is ${reference}.`,
    button: `Go to ${SITE_NAME}`,
    next: 'Somebody of ours looks at it and decides. No report is decided by a machine. You get a mail when it is.',
    unasked: 'You reported nothing? Then somebody else entered your address, and you can ignore this email.',
    footer: `${SITE_NAME} sent this email by itself. Replies to it are not read.`,
  },
  nl: {
    subject: (reference: string) => `We hebben je melding ${reference} ontvangen`,
    preview: 'Iemand gaat ernaar kijken.',
    heading: 'Bedankt voor je melding',
    intro: (reference: string) => `We hebben je melding ontvangen. Het kenmerk is ${reference}.`,
    button: `Naar ${SITE_NAME}`,
    next: 'Iemand van ons bekijkt je melding en beslist. Geen melding wordt door een machine beoordeeld. Je krijgt een mail zodra er beslist is.',
    unasked: 'Heb je niets gemeld? Dan heeft iemand anders je adres ingevuld, en kun je deze mail negeren.',
    footer: `Deze mail is automatisch verstuurd door ${SITE_NAME}. Antwoorden worden niet gelezen.`,
  },
} as const satisfies Record<Language, object>

/** Outcome of a report: with or without a measure. */
export type ReportOutcome = 'nothing' | 'measure'

const OUTCOME_TEXTS = {
  en: {
    subject: (reference: string) => `We decided about your report ${reference}`,
    preview: 'Somebody of ours looked at it.',
    heading: 'Your report was decided',
    measure: (reference: string) =>
      `Somebody of ours looked at what you reported (${reference}), and we took action. What exactly stays between us and whom it is about.`,
    nothing: (reference: string) =>
      `Somebody of ours looked at what you reported (${reference}). It breaks neither our rules nor the law as far as we can see, so it stays.`,
    next: 'A person decided this, no machine. If something new happens, report it again. You may also turn to a court, or to a certified body for out-of-court settlement.',
    block: 'You need not have to do with somebody any longer: you can block them.',
  },
  nl: {
    subject: (reference: string) => `We hebben beslist over je melding ${reference}`,
    preview: 'Iemand van ons heeft ernaar gekeken.',
    heading: 'Er is beslist over je melding',
    measure: (reference: string) =>
      `Iemand van ons heeft bekeken wat je gemeld hebt (${reference}), en we hebben ingegrepen. Wat we precies deden, blijft tussen ons en degene om wie het gaat.`,
    nothing: (reference: string) =>
      `Iemand van ons heeft bekeken wat je gemeld hebt (${reference}). Voor zover we zien, is het niet in strijd met onze regels of de wet, dus het blijft staan.`,
    next: 'Dit heeft een mens beslist, geen machine. Gebeurt er iets nieuws, meld het dan opnieuw. Je kunt ook naar de rechter, of naar een erkende geschilleninstantie.',
    block: 'Je hoeft niet langer met iemand te maken te hebben: je kunt diegene blokkeren.',
  },
} as const satisfies Record<Language, object>

/** Outcome for a reporter: neither the measure nor anything about the affected person. */
export function outcomeMail({
  to,
  reference,
  language,
  base,
  outcome,
}: {
  to: string
  reference: string
  language: Language
  base: string
  outcome: ReportOutcome
}): Mail {
  const texts = OUTCOME_TEXTS[language]
  const { button, footer } = TEXTS[language]
  const content = {
    preview: texts.preview,
    heading: texts.heading,
    intro: texts[outcome](reference),
    button: { label: button, url: base },
    notes: [texts.next, texts.block],
    footer,
    fixed: [reference],
  }
  return { to, subject: texts.subject(reference), text: mailText(content), html: mailHtml(language, content), language }
}

/** Receipt of a report. It contains no text of the reporter, because the address may belong to another person. */
export function receiptMail({
  to,
  reference,
  language,
  base,
}: {
  to: string
  reference: string
  language: Language
  /** Public address of the site. */
  base: string
}): Mail {
  const texts = TEXTS[language]
  const content = {
    preview: texts.preview,
    heading: texts.heading,
    intro: texts.intro(reference),
    button: { label: texts.button, url: base },
    notes: [texts.next, texts.unasked],
    footer: texts.footer,
    fixed: [reference],
  }
  return {
    to,
    subject: texts.subject(reference),
    text: mailText(content),
    html: mailHtml(language, content),
    language,
  }
}
