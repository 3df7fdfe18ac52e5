import type { Language } from '@kundig/contract/languages'

import type { Mail } from '../../platform/mail/mail-outbox.ts'
import { mailHtml, mailText } from './mail-layout.ts'
import type { CodePurpose } from './one-time-code.repository.ts'

/** What a mail is about: a code to use, or, to an address that may be left, that this was asked for. */
export type MailKind = CodePurpose | 'email-change' | 'email-change-notice'

interface Texts {
  subject: string
  preview: string
  heading: string
  intro: (email: string) => string
  button: string
  terms: string
  unasked: string
}

const TEXTS: Record<Language, Record<MailKind, Texts> & { addressLead: string; footer: string }> = {
  en: {
    'password-reset': {
      subject: 'Reset your Kundig password',
      preview: 'The link works once, for one hour.',
      heading: 'Choose a new password',
      intro: (email) =>
        `Someone asked for a new password for the Kundig account of ${email}. Was that you? Then choose one here.`,
      button: 'Choose a new password',
      terms: 'The link works once, for one hour. Using it logs you out on every device.',
      unasked: 'You did not ask for this? Then you can ignore this email: your password stays as it is.',
    },
    'email-verification': {
      subject: 'Confirm your email address for Kundig',
      preview: 'One click and it is done.',
      heading: 'Confirm your email address',
      intro: (email) => `Welcome to Kundig. Please confirm that ${email} is your email address.`,
      button: 'Confirm email address',
      terms: 'The link is good for 24 hours. You need not wait for it: you can use Kundig right away.',
      unasked: 'You did not sign up for Kundig? Then you can ignore this email.',
    },
    'email-change': {
      subject: 'Confirm your new email address for Kundig',
      preview: 'One click and your account has it.',
      heading: 'Confirm your new email address',
      intro: (email) => `You want to use ${email} for your Kundig account. Please confirm that it is yours.`,
      button: 'Confirm email address',
      terms: 'The link is good for 24 hours. Until you use it, your account keeps the address that it has.',
      unasked: 'You did not ask for this? Then you can ignore this email: somebody has mistyped an address.',
    },
    'email-change-notice': {
      subject: 'Your Kundig account gets another email address',
      preview: 'If that was you, there is nothing to do here.',
      heading: 'Another email address',
      intro: (email) =>
        `Someone who knows your password asked to change the email address of your Kundig account to ${email}.`,
      button: 'Go to your account',
      terms: 'It changes once the new address is confirmed.',
      unasked: 'That was not you? Change your password now: then the address stays as it is.',
    },
    addressLead: 'Is the button not working? Copy this address into your browser:',
    footer: 'Kundig sent this email by itself. Replies to it are not read.',
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
    'email-change': {
      subject: 'Bevestig je nieuwe e-mailadres voor Kundig',
      preview: 'Eén klik en je account heeft het.',
      heading: 'Bevestig je nieuwe e-mailadres',
      intro: (email) => `Je wilt ${email} gebruiken voor je Kundig-account. Wil je bevestigen dat het jouw adres is?`,
      button: 'E-mailadres bevestigen',
      terms: 'De link is 24 uur geldig. Tot je hem gebruikt, houdt je account het adres dat het heeft.',
      unasked: 'Heb je dit niet aangevraagd? Dan kun je deze mail negeren: iemand heeft zich vertypt.',
    },
    'email-change-notice': {
      subject: 'Je Kundig-account krijgt een ander e-mailadres',
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Een ander e-mailadres',
      intro: (email) =>
        `Iemand die je wachtwoord kent, wil het e-mailadres van je Kundig-account wijzigen in ${email}.`,
      button: 'Naar je account',
      terms: 'Het verandert zodra het nieuwe adres is bevestigd.',
      unasked: 'Was jij dat niet? Wijzig dan nu je wachtwoord: dan blijft het adres zoals het is.',
    },
    addressLead: 'Werkt de knop niet? Kopieer dan dit adres naar je browser:',
    footer: 'Deze mail is automatisch verstuurd door Kundig. Antwoorden worden niet gelezen.',
  },
}

export interface MailDetails {
  language: Language
  to: string
  /** The address that it speaks of. */
  about: string
  /** Where its button leads, with the code in it if there is one. */
  link: string
  /** When the code expires. */
  usefulUntil: Date
}

/** A mail about signing in. */
export function authMail(kind: MailKind, { language, to, about, link, usefulUntil }: MailDetails): Mail {
  const { [kind]: texts, addressLead, footer } = TEXTS[language]
  const content = {
    ...texts,
    intro: texts.intro(about),
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
