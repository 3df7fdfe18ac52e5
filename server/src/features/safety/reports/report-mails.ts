import type { Language } from '@kundig/contract/languages'

import { AUTOMATED_FOOTER, renderMailHtml, renderMailText } from '../../../platform/mail/mail-layout.ts'
import type { Mail } from '../../../platform/mail/mail-outbox.ts'
import { SITE_NAME } from '../../../platform/settings/site-marks.ts'

const TEXTS = {
  en: {
    subject: (reference: string) => `We received your report ${reference}`,
    preview: 'A moderator will review your report.',
    heading: 'Thank you for your report',
    intro: (reference: string) => `We received your report. Its reference number is ${reference}.`,
    button: `Go to ${SITE_NAME}`,
    next: 'A moderator reviews your report and decides: a person, never a machine. We’ll email you the outcome.',
    unasked: 'Didn’t report anything? Someone else entered your address. You can ignore this email.',
  },
  nl: {
    subject: (reference: string) => `We hebben je melding ${reference} ontvangen`,
    preview: 'Een moderator bekijkt je melding.',
    heading: 'Bedankt voor je melding',
    intro: (reference: string) => `We hebben je melding ontvangen. Het kenmerk is ${reference}.`,
    button: `Naar ${SITE_NAME}`,
    next: 'Een moderator bekijkt je melding en beslist: een mens, nooit een machine. We mailen je de uitkomst.',
    unasked: 'Heb je niets gemeld? Dan heeft iemand anders je adres ingevuld, en kun je deze mail negeren.',
  },
} as const satisfies Record<Language, object>

export type ReportOutcome = 'nothing' | 'measure'

const OUTCOME_TEXTS = {
  en: {
    subject: (reference: string) => `We made a decision about your report ${reference}`,
    preview: 'A moderator reviewed your report.',
    heading: 'A decision about your report',
    measure: (reference: string) =>
      `A moderator reviewed your report (${reference}), and we took action. We only share the details with the person concerned.`,
    nothing: (reference: string) =>
      `A moderator reviewed your report (${reference}). As far as we can see, this doesn’t break our rules or the law, so it stays.`,
    next: 'A person decided this, not a machine. If something new happens, report it again. You can also go to court, or to a certified out-of-court dispute settlement body.',
    block: 'Want no more contact with someone? You can block them.',
  },
  nl: {
    subject: (reference: string) => `We hebben beslist over je melding ${reference}`,
    preview: 'Een moderator heeft je melding bekeken.',
    heading: 'Een besluit over je melding',
    measure: (reference: string) =>
      `Een moderator heeft je melding (${reference}) bekeken, en we hebben ingegrepen. Wat we precies deden, delen we alleen met de persoon om wie het gaat.`,
    nothing: (reference: string) =>
      `Een moderator heeft je melding (${reference}) bekeken. Voor zover we zien, is de inhoud niet in strijd met onze regels of de wet. Daarom blijft die staan.`,
    next: 'Dit heeft een mens beslist, geen machine. Gebeurt er iets nieuws, meld het dan opnieuw. Je kunt ook naar de rechter, of naar een erkende geschilleninstantie.',
    block: 'Wil je geen contact meer met iemand? Dan kun je diegene blokkeren.',
  },
} as const satisfies Record<Language, object>

/** Mail with the outcome for a reporter. It contains neither the measure nor facts about the affected person. */
export function buildOutcomeMail({
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
  const { button } = TEXTS[language]
  const content = {
    preview: texts.preview,
    heading: texts.heading,
    intro: texts[outcome](reference),
    button: { label: button, url: base },
    notes: [texts.next, texts.block],
    footer: AUTOMATED_FOOTER[language],
    fixed: [reference],
  }
  return {
    to,
    subject: texts.subject(reference),
    text: renderMailText(content),
    html: renderMailHtml(language, content),
    language,
  }
}

/** Receipt of a report. It contains no text of the reporter, because the address may belong to another person. */
export function buildReceiptMail({
  to,
  reference,
  language,
  base,
}: {
  to: string
  reference: string
  language: Language
  base: string
}): Mail {
  const texts = TEXTS[language]
  const content = {
    preview: texts.preview,
    heading: texts.heading,
    intro: texts.intro(reference),
    button: { label: texts.button, url: base },
    notes: [texts.next, texts.unasked],
    footer: AUTOMATED_FOOTER[language],
    fixed: [reference],
  }
  return {
    to,
    subject: texts.subject(reference),
    text: renderMailText(content),
    html: renderMailHtml(language, content),
    language,
  }
}
