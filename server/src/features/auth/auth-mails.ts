import type { Language } from '@kundig/contract/languages'

import type { Mail } from '../../platform/mail/mail-outbox.ts'
import { mailHtml, mailText } from './mail-layout.ts'
import type { CodePurpose } from './one-time-code.repository.ts'

interface Texts {
  subject: string
  preview: string
  heading: string
  intro: (email: string) => string
  button: string
  terms: string
  unasked: string
}

const TEXTS: Record<Language, Record<CodePurpose, Texts> & { addressLead: string; footer: string }> = {
  en: {
    'password-reset': {
      subject: 'Reset your Kundig password',
      preview: 'The link works once, for one hour.',
      heading: 'Choose a new password',
      intro: (email) =>
        `Someone asked for a new password for the Kundig account of ${email}. Was that you? Then choose one here.`,
      button: 'Choose a new password',
      terms: 'The link works once, for one hour. Using it logs you out on every device.',
      unasked: 'You did not ask for this? Then you can ignore this mail: your password stays as it is.',
    },
    'email-verification': {
      subject: 'Confirm your email address for Kundig',
      preview: 'One click and it is done.',
      heading: 'Confirm your email address',
      intro: (email) => `Welcome to Kundig. Please confirm that ${email} is your email address.`,
      button: 'Confirm email address',
      terms: 'The link is good for 24 hours. You need not wait for it: you can use Kundig right away.',
      unasked: 'You did not sign up for Kundig? Then you can ignore this mail.',
    },
    addressLead: 'Is the button not working? Copy this address into your browser:',
    footer: 'Kundig sent this mail by itself. Replies to it are not read.',
  },
  nl: {
    'password-reset': {
      subject: 'Stel een nieuw wachtwoord in voor Kundig',
      preview: 'De link werkt één keer, een uur lang.',
      heading: 'Kies een nieuw wachtwoord',
      intro: (email) =>
        `Iemand heeft een nieuw wachtwoord aangevraagd voor het Kundig-account van ${email}. Was jij dat? Kies er hier dan een.`,
      button: 'Nieuw wachtwoord kiezen',
      terms: 'De link werkt één keer, een uur lang. Als je hem gebruikt, word je op al je apparaten uitgelogd.',
      unasked: 'Heb je dit niet aangevraagd? Dan kun je deze mail negeren: je wachtwoord blijft zoals het is.',
    },
    'email-verification': {
      subject: 'Bevestig je e-mailadres voor Kundig',
      preview: 'Eén klik en het is klaar.',
      heading: 'Bevestig je e-mailadres',
      intro: (email) => `Welkom bij Kundig. Wil je bevestigen dat ${email} jouw e-mailadres is?`,
      button: 'E-mailadres bevestigen',
      terms: 'De link is 24 uur geldig. Je hoeft er niet op te wachten: je kunt Kundig meteen gebruiken.',
      unasked: 'Heb je je niet aangemeld bij Kundig? Dan kun je deze mail negeren.',
    },
    addressLead: 'Werkt de knop niet? Kopieer dan dit adres naar je browser:',
    footer: 'Deze mail is automatisch verstuurd door Kundig. Antwoorden worden niet gelezen.',
  },
}

/**
 * The mail that carries a one-time code.
 * @param link where its button leads, with the code in it
 * @param usefulUntil when the code expires
 */
export function codeMail(
  purpose: CodePurpose,
  { language, to, link, usefulUntil }: { language: Language; to: string; link: string; usefulUntil: Date },
): Mail {
  const { [purpose]: texts, addressLead, footer } = TEXTS[language]
  const content = {
    ...texts,
    intro: texts.intro(to),
    button: { label: texts.button, url: link },
    addressLead,
    footer,
  }
  return {
    to,
    subject: texts.subject,
    text: mailText(content),
    html: mailHtml(language, content),
    language,
    usefulUntil: usefulUntil.toISOString(),
  }
}
