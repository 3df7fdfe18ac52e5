import type { Language } from '@kundig/contract/languages'

import { mailHtml, mailText } from '../../platform/mail/mail-layout.ts'
import type { Mail } from '../../platform/mail/mail-outbox.ts'

const TEXTS = {
  en: {
    subject: (reference: string) => `We received your report ${reference}`,
    preview: 'Somebody will look at it.',
    heading: 'Thank you for your report',
    intro: (reference: string) => `We received your report. Its reference number is ${reference}.`,
    button: 'Go to Kundig',
    next: 'Somebody of ours looks at it and decides. No report is decided by a machine. You get a mail when it is.',
    unasked: 'You reported nothing? Then somebody else entered your address, and you can ignore this email.',
    addressLead: 'Is the button not working? Copy this address into your browser:',
    footer: 'Kundig sent this email by itself. Replies to it are not read.',
  },
  nl: {
    subject: (reference: string) => `We hebben je melding ${reference} ontvangen`,
    preview: 'Iemand gaat ernaar kijken.',
    heading: 'Bedankt voor je melding',
    intro: (reference: string) => `We hebben je melding ontvangen. Het kenmerk is ${reference}.`,
    button: 'Naar Kundig',
    next: 'Iemand van ons bekijkt je melding en beslist. Geen melding wordt door een machine beoordeeld. Je krijgt een mail zodra er beslist is.',
    unasked: 'Heb je niets gemeld? Dan heeft iemand anders je adres ingevuld, en kun je deze mail negeren.',
    addressLead: 'Werkt de knop niet? Kopieer dan dit adres naar je browser:',
    footer: 'Deze mail is automatisch verstuurd door Kundig. Antwoorden worden niet gelezen.',
  },
} as const satisfies Record<Language, object>

/** The receipt of a report. Nothing in it is what the reporter wrote: its address may be somebody else's. */
export function receiptMail({
  to,
  reference,
  language,
  base,
}: {
  to: string
  reference: string
  language: Language
  /** Where people reach the site. */
  base: string
}): Mail {
  const texts = TEXTS[language]
  const content = {
    sender: 'Kundig',
    preview: texts.preview,
    heading: texts.heading,
    intro: texts.intro(reference),
    button: { label: texts.button, url: base },
    notes: [texts.next, texts.unasked],
    addressLead: texts.addressLead,
    footer: texts.footer,
  }
  return {
    to,
    subject: texts.subject(reference),
    text: mailText(content),
    html: mailHtml(language, content),
    language,
  }
}
