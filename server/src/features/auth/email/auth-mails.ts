import type { Language } from '@kundig/contract/languages'

import { mailHtml, mailText } from '../../../platform/mail/mail-layout.ts'
import type { Mail } from '../../../platform/mail/mail-outbox.ts'
import { SITE_NAME } from '../../../platform/settings/site-marks.ts'
import type { CodePurpose } from './one-time-code.repository.ts'

/**
 * Kinds of mails about signing in. `no-account`: the address has none; `code-alone` and `google-joined-alone`: a code
 * or Google ended every earlier way to log in.
 */
export type MailKind =
  | CodePurpose
  | 'sign-in-code'
  | 'question'
  | 'no-account'
  | 'code-alone'
  | 'email-change'
  | 'email-change-notice'
  | 'email-changed'
  | 'google-joined'
  | 'google-joined-alone'
  | 'password-changed'
  | 'new-device'
  | 'second-factor-on'
  | 'second-factor-off'

interface Texts {
  subject: string
  preview: string
  heading: string
  intro: (email: string, login: string, receiver: string) => string
  button: string
  terms: string
  unasked: string
}

const TEXTS: Record<Language, Record<MailKind, Texts> & { footer: string }> = {
  en: {
    'password-reset': {
      subject: `Reset your ${SITE_NAME} password`,
      preview: 'The link works once, for one hour.',
      heading: 'Choose a new password',
      intro: (email) =>
        `Someone asked for a new password for the ${SITE_NAME} account of ${email}. Was that you? Then choose one here.`,
      button: 'Choose a new password',
      terms: 'The link works once, for one hour. Using it logs you out on every device.',
      unasked: 'You did not ask for this? Then you can ignore this email: your password stays as it is.',
    },
    'sign-in-code': {
      subject: `Your ${SITE_NAME} login code`,
      preview: 'It works once, for ten minutes.',
      heading: 'Your code is',
      intro: (email) =>
        `Enter it where you asked for it, or press the button. It logs you in to the ${SITE_NAME} account of ${email}.`,
      button: 'Log in',
      terms: 'The code and the link work once, for ten minutes. A newer code replaces this one.',
      unasked: 'Didn’t ask for this? Ignore this email, and don’t share the code. We never ask for it.',
    },
    question: {
      subject: `Confirm your question on ${SITE_NAME}`,
      preview: 'It is sent as soon as you confirm.',
      heading: 'Your code is',
      intro: (_email, _login, receiver) =>
        `Enter it where you asked, or press the button: your question then goes to ${receiver}. It also logs you in, and makes an account if you have none.`,
      button: 'Confirm',
      terms: 'The code and the link work once, for 24 hours.',
      unasked: 'Didn’t ask anything? Ignore this email: nothing is sent. Don’t share the code.',
    },
    'no-account': {
      subject: `No ${SITE_NAME} account has this address`,
      preview: 'Sign up, or try another address.',
      heading: 'No account has this address',
      intro: () => `Someone tried to log in to ${SITE_NAME} with this email address. It has no account.`,
      button: 'Sign up',
      terms: 'Do you have an account? Then it has another address.',
      unasked: 'Wasn’t you? Ignore this email.',
    },
    'code-alone': {
      subject: `Your ${SITE_NAME} password no longer works`,
      preview: 'You logged in with a code, which confirmed your address.',
      heading: 'Your email address is confirmed',
      intro: (email) =>
        `Someone logged in to the ${SITE_NAME} account of ${email} with a code from this mailbox. That confirmed the address.`,
      button: 'Go to your account',
      terms:
        'To be safe, we removed the old password and linked Google accounts, and logged out all other devices: someone else might have had access. You can ask for a new password on your account page.',
      unasked: `Wasn’t you? Then someone can read your email: secure your mailbox first. After that choose “Forgot password?” at ${SITE_NAME}, which logs you out on every device.`,
    },
    'email-verification': {
      subject: `Confirm your email address for ${SITE_NAME}`,
      preview: 'Or tell us that somebody else used it.',
      heading: 'Confirm your email address',
      intro: (email) => `Welcome to ${SITE_NAME}. Please confirm that ${email} is your email address.`,
      button: 'Confirm email address',
      terms: `The link is good for 24 hours. You need not wait for it: you can use ${SITE_NAME} right away.`,
      unasked: `You did not sign up for ${SITE_NAME}? Then somebody else used your address. Follow the link and choose “This was not me”: that closes the account.`,
    },
    'email-change': {
      subject: `Confirm your new email address for ${SITE_NAME}`,
      preview: 'Your account has it once you do.',
      heading: 'Confirm your new email address',
      intro: (email) => `You want to use ${email} for your ${SITE_NAME} account. Please confirm that it is yours.`,
      button: 'Confirm email address',
      terms: 'The link is good for 24 hours. Until you use it, your account keeps the address that it has.',
      unasked:
        'You did not ask for this? Then somebody else entered your address. Follow the link and choose “This was not me”: then their account does not get it.',
    },
    'email-change-notice': {
      subject: `Your ${SITE_NAME} account gets another email address`,
      preview: 'If that was you, there is nothing to do here.',
      heading: 'Another email address',
      intro: (email) =>
        `Someone who knows your password asked to change the email address of your ${SITE_NAME} account to ${email}.`,
      button: 'Go to your account',
      terms: 'It changes once the new address is confirmed.',
      unasked: 'That was not you? Change your password now: then the address stays as it is.',
    },
    'email-changed': {
      subject: `Your ${SITE_NAME} account has another email address`,
      preview: 'If that was you, there is nothing to do here.',
      heading: 'Your email address was changed',
      intro: (email) => `The ${SITE_NAME} account that had this address now has ${email}.`,
      button: `Go to ${SITE_NAME}`,
      terms: 'We write there from now on, and this address no longer opens the account.',
      unasked:
        'That was not you? Then somebody who knows your password has your account. Tell whoever runs this site, and change that password wherever else you use it.',
    },
    'google-joined': {
      subject: `Google can now be used to log in to ${SITE_NAME}`,
      preview: 'If that was you, there is nothing to do here.',
      heading: 'You can now log in with Google',
      intro: (email) =>
        `Someone logged in to ${SITE_NAME} with the Google account of ${email}. From now on it opens your ${SITE_NAME} account, beside your password.`,
      button: 'Go to your account',
      terms: 'Your password and your other devices stay as they are.',
      unasked: `That was not you? Then somebody can get into your Google account: secure it first. After that choose “Forgot password?” at ${SITE_NAME}, which logs you out on every device.`,
    },
    'google-joined-alone': {
      subject: `Google can now be used to log in to ${SITE_NAME}`,
      preview: 'Your old password no longer works.',
      heading: 'You now log in with Google',
      intro: (email) =>
        `Someone logged in to ${SITE_NAME} with the Google account of ${email}. From now on it opens your ${SITE_NAME} account.`,
      button: 'Go to your account',
      terms:
        'To be on the safe side we removed the old password and logged out all other devices: somebody else might have known it. You can ask for a new password on your account page.',
      unasked: `That was not you? Then somebody can get into your Google account: secure it first. After that choose “Forgot password?” at ${SITE_NAME}, which logs you out on every device.`,
    },
    'password-changed': {
      subject: `Your ${SITE_NAME} password was changed`,
      preview: 'If that was you, there is nothing to do here.',
      heading: 'Your password was changed',
      intro: (email) => `The ${SITE_NAME} account of ${email} has a new password.`,
      button: 'Go to your account',
      terms: 'All other devices were logged out.',
      unasked: `That was not you? Then somebody else can get into your account. Choose “Forgot password?” at ${SITE_NAME} now: it logs everybody out.`,
    },
    'new-device': {
      subject: `A new login to your ${SITE_NAME} account`,
      preview: 'If that was you, there is nothing to do here.',
      heading: 'New login in another browser',
      intro: (email, login) => `New login to the ${SITE_NAME} account of ${email}: ${login}.`,
      button: 'Go to your account',
      terms: 'On your account page you see where you are logged in.',
      unasked: `Wasn’t you? Then someone can get into your account. Choose “Forgot password?” at ${SITE_NAME} now: it logs everybody out.`,
    },
    'second-factor-on': {
      subject: `Your ${SITE_NAME} account has a second factor`,
      preview: 'If that was you, there is nothing to do here.',
      heading: 'A second factor was turned on',
      intro: (email) =>
        `Whoever logs in to the ${SITE_NAME} account of ${email} is now asked for a code of an authenticator app as well.`,
      button: 'Go to your account',
      terms: 'All other devices were logged out. Keep the recovery codes where you find them without your phone.',
      unasked: `That was not you? Then somebody else can get into your account. Choose “Forgot password?” at ${SITE_NAME} now, and tell whoever runs this site.`,
    },
    'second-factor-off': {
      subject: `Your ${SITE_NAME} account has no second factor any more`,
      preview: 'If that was you, there is nothing to do here.',
      heading: 'The second factor was turned off',
      intro: (email) =>
        `Whoever logs in to the ${SITE_NAME} account of ${email} is no longer asked for a code of an authenticator app.`,
      button: 'Go to your account',
      terms: 'All other devices were logged out.',
      unasked: `That was not you? Then somebody else can get into your account. Choose “Forgot password?” at ${SITE_NAME} now: it logs everybody out.`,
    },
    footer: `${SITE_NAME} sent this email by itself. Replies to it are not read.`,
  },
  nl: {
    'password-reset': {
      subject: `Stel een nieuw wachtwoord in voor ${SITE_NAME}`,
      preview: 'De link werkt één keer, een uur lang.',
      heading: 'Kies een nieuw wachtwoord',
      intro: (email) =>
        `Iemand heeft een nieuw wachtwoord aangevraagd voor het ${SITE_NAME}-account van ${email}. Was jij dat? Kies er hier dan een.`,
      button: 'Nieuw wachtwoord kiezen',
      terms: 'De link werkt één keer, een uur lang. Als je hem gebruikt, word je op al je apparaten uitgelogd.',
      unasked: 'Heb je dit niet aangevraagd? Dan kun je deze mail negeren: je wachtwoord blijft zoals het is.',
    },
    'sign-in-code': {
      subject: `Je inlogcode voor ${SITE_NAME}`,
      preview: 'Hij werkt één keer, tien minuten lang.',
      heading: 'Je code is',
      intro: (email) =>
        `Vul hem in waar je hem hebt aangevraagd, of gebruik de knop. Je logt ermee in op het ${SITE_NAME}-account van ${email}.`,
      button: 'Inloggen',
      terms: 'De code en de link werken één keer, tien minuten lang. Een nieuwe code vervangt deze.',
      unasked: 'Niet aangevraagd? Negeer deze mail en deel de code met niemand. Wij vragen er nooit om.',
    },
    question: {
      subject: `Bevestig je vraag op ${SITE_NAME}`,
      preview: 'We versturen hem zodra je bevestigt.',
      heading: 'Je code is',
      intro: (_email, _login, receiver) =>
        `Vul hem in waar je de vraag stelde, of gebruik de knop: dan gaat je vraag naar ${receiver}. Je logt er ook mee in. Heb je nog geen account, dan krijg je er een.`,
      button: 'Bevestigen',
      terms: 'De code en de link werken één keer, 24 uur lang.',
      unasked: 'Niets gevraagd? Negeer deze mail: er wordt niets verstuurd. Deel de code met niemand.',
    },
    'no-account': {
      subject: `Geen ${SITE_NAME}-account met dit adres`,
      preview: 'Registreer je, of probeer een ander adres.',
      heading: 'Geen account met dit adres',
      intro: () => `Iemand wilde bij ${SITE_NAME} inloggen met dit e-mailadres. Er hoort geen account bij.`,
      button: 'Registreren',
      terms: 'Heb je wel een account? Dan heeft het een ander adres.',
      unasked: 'Was jij dat niet? Negeer deze mail.',
    },
    'code-alone': {
      subject: `Je wachtwoord voor ${SITE_NAME} werkt niet meer`,
      preview: 'Je logde in met een code. Daarmee is je adres bevestigd.',
      heading: 'Je e-mailadres is bevestigd',
      intro: (email) =>
        `Iemand heeft ingelogd op het ${SITE_NAME}-account van ${email} met een code uit deze mailbox. Daarmee is het adres bevestigd.`,
      button: 'Naar je account',
      terms:
        'Voor de zekerheid hebben we het oude wachtwoord en gekoppelde Google-accounts verwijderd en alle andere apparaten uitgelogd: iemand anders had misschien toegang. Op je accountpagina kun je een nieuw wachtwoord krijgen.',
      unasked: `Was jij dat niet? Dan kan iemand je mail lezen: beveilig eerst je mailbox. Kies daarna bij ${SITE_NAME} ‘Wachtwoord vergeten?’: dan word je op al je apparaten uitgelogd.`,
    },
    'email-verification': {
      subject: `Bevestig je e-mailadres voor ${SITE_NAME}`,
      preview: 'Of laat ons weten dat iemand anders het gebruikte.',
      heading: 'Bevestig je e-mailadres',
      intro: (email) => `Welkom bij ${SITE_NAME}. Wil je bevestigen dat ${email} jouw e-mailadres is?`,
      button: 'E-mailadres bevestigen',
      terms: `De link is 24 uur geldig. Je hoeft er niet op te wachten: je kunt ${SITE_NAME} meteen gebruiken.`,
      unasked: `Heb je je niet aangemeld bij ${SITE_NAME}? Dan heeft iemand anders je adres gebruikt. Volg de link en kies ‘Dit was ik niet’: dan wordt het account gesloten.`,
    },
    'email-change': {
      subject: `Bevestig je nieuwe e-mailadres voor ${SITE_NAME}`,
      preview: 'Zodra je dat doet, heeft je account het.',
      heading: 'Bevestig je nieuwe e-mailadres',
      intro: (email) =>
        `Je wilt ${email} gebruiken voor je ${SITE_NAME}-account. Wil je bevestigen dat het jouw adres is?`,
      button: 'E-mailadres bevestigen',
      terms: 'De link is 24 uur geldig. Tot je hem gebruikt, houdt je account het adres dat het heeft.',
      unasked:
        'Heb je dit niet aangevraagd? Dan heeft iemand anders je adres ingevuld. Volg de link en kies ‘Dit was ik niet’: dan krijgt dat account het niet.',
    },
    'email-change-notice': {
      subject: `Je ${SITE_NAME}-account krijgt een ander e-mailadres`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Een ander e-mailadres',
      intro: (email) =>
        `Iemand die je wachtwoord kent, wil het e-mailadres van je ${SITE_NAME}-account wijzigen in ${email}.`,
      button: 'Naar je account',
      terms: 'Het verandert zodra het nieuwe adres is bevestigd.',
      unasked: 'Was jij dat niet? Wijzig dan nu je wachtwoord: dan blijft het adres zoals het is.',
    },
    'email-changed': {
      subject: `Je ${SITE_NAME}-account heeft een ander e-mailadres`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Je e-mailadres is gewijzigd',
      intro: (email) => `Het ${SITE_NAME}-account met dit adres heeft nu ${email}.`,
      button: `Naar ${SITE_NAME}`,
      terms: 'Voortaan schrijven we daarheen, en met dit adres kun je niet meer inloggen.',
      unasked:
        'Was jij dat niet? Dan heeft iemand die je wachtwoord kent je account. Meld dat bij wie deze site beheert, en wijzig dat wachtwoord overal waar je het nog gebruikt.',
    },
    'google-joined': {
      subject: `Je kunt nu met Google inloggen bij ${SITE_NAME}`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Je kunt nu met Google inloggen',
      intro: (email) =>
        `Iemand heeft bij ${SITE_NAME} ingelogd met het Google-account van ${email}. Voortaan kom je daarmee in je ${SITE_NAME}-account, net als met je wachtwoord.`,
      button: 'Naar je account',
      terms: 'Je wachtwoord en je andere apparaten blijven zoals ze zijn.',
      unasked: `Was jij dat niet? Dan kan iemand anders in je Google-account: beveilig dat eerst. Kies daarna bij ${SITE_NAME} ‘Wachtwoord vergeten?’: dan word je op al je apparaten uitgelogd.`,
    },
    'google-joined-alone': {
      subject: `Je kunt nu met Google inloggen bij ${SITE_NAME}`,
      preview: 'Je oude wachtwoord werkt niet meer.',
      heading: 'Je logt nu in met Google',
      intro: (email) =>
        `Iemand heeft bij ${SITE_NAME} ingelogd met het Google-account van ${email}. Voortaan kom je daarmee in je ${SITE_NAME}-account.`,
      button: 'Naar je account',
      terms:
        'Voor de zekerheid hebben we het oude wachtwoord verwijderd en alle andere apparaten uitgelogd: iemand anders kon het kennen. Op je accountpagina kun je een nieuw wachtwoord krijgen.',
      unasked: `Was jij dat niet? Dan kan iemand anders in je Google-account: beveilig dat eerst. Kies daarna bij ${SITE_NAME} ‘Wachtwoord vergeten?’: dan word je op al je apparaten uitgelogd.`,
    },
    'password-changed': {
      subject: `Je wachtwoord voor ${SITE_NAME} is gewijzigd`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Je wachtwoord is gewijzigd',
      intro: (email) => `Het ${SITE_NAME}-account van ${email} heeft een nieuw wachtwoord.`,
      button: 'Naar je account',
      terms: 'Alle andere apparaten zijn uitgelogd.',
      unasked: `Was jij dat niet? Dan kan iemand anders in je account. Kies nu bij ${SITE_NAME} ‘Wachtwoord vergeten?’: dan wordt iedereen uitgelogd.`,
    },
    'new-device': {
      subject: `Nieuwe inlog op je ${SITE_NAME}-account`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Nieuwe inlog in een andere browser',
      intro: (email, login) => `Er is ingelogd op het ${SITE_NAME}-account van ${email}: ${login}.`,
      button: 'Naar je account',
      terms: 'Op je accountpagina zie je waar je bent ingelogd.',
      unasked: `Was jij dat niet? Dan kan iemand in je account. Kies nu bij ${SITE_NAME} ‘Wachtwoord vergeten?’: dan wordt iedereen uitgelogd.`,
    },
    'second-factor-on': {
      subject: `Je ${SITE_NAME}-account heeft een tweede factor`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Er is een tweede factor ingesteld',
      intro: (email) =>
        `Wie inlogt op het ${SITE_NAME}-account van ${email}, moet voortaan ook een code van een authenticator-app invullen.`,
      button: 'Naar je account',
      terms: 'Alle andere apparaten zijn uitgelogd. Bewaar de herstelcodes waar je ze ook zonder je telefoon vindt.',
      unasked: `Was jij dat niet? Dan kan iemand anders in je account. Kies nu bij ${SITE_NAME} ‘Wachtwoord vergeten?’ en meld het bij wie deze site beheert.`,
    },
    'second-factor-off': {
      subject: `Je ${SITE_NAME}-account heeft geen tweede factor meer`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'De tweede factor is uitgezet',
      intro: (email) =>
        `Wie inlogt op het ${SITE_NAME}-account van ${email}, hoeft geen code van een authenticator-app meer in te vullen.`,
      button: 'Naar je account',
      terms: 'Alle andere apparaten zijn uitgelogd.',
      unasked: `Was jij dat niet? Dan kan iemand anders in je account. Kies nu bij ${SITE_NAME} ‘Wachtwoord vergeten?’: dan wordt iedereen uitgelogd.`,
    },
    footer: `Deze mail is automatisch verstuurd door ${SITE_NAME}. Antwoorden worden niet gelezen.`,
  },
}

export interface MailDetails {
  language: Language
  to: string
  /** Address that the mail is about. */
  about: string
  /** URL of its button, with the code if there is one. */
  link: string
  /** Code to type, after the heading. */
  code?: string
  /** Browser and time of a login. */
  login?: string
  /** Public name of the expert who receives a question. */
  receiver?: string
  /** Expiry of the code. */
  usefulUntil: Date
}

export function authMail(
  kind: MailKind,
  { language, to, about, link, code, login = '', receiver = '', usefulUntil }: MailDetails,
): Mail {
  const { [kind]: texts, footer } = TEXTS[language]
  const { preview, terms, unasked } = texts
  const heading = code === undefined ? texts.heading : `${texts.heading} ${code}`
  const content = {
    preview,
    heading,
    notes: [terms, unasked],
    intro: texts.intro(about, login, receiver),
    button: { label: texts.button, url: link },
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
