import type { Language } from '@kundig/contract/languages'

import { AUTOMATED_FOOTER, renderMailHtml, renderMailText } from '../../../platform/mail/mail-layout.ts'
import type { Mail } from '../../../platform/mail/mail-outbox.ts'
import { SITE_NAME } from '../../../platform/settings/site-marks.ts'
import type { CodePurpose } from './one-time-code.repository.ts'

/** `code-alone` and `google-joined-alone` report that a code or Google ended every earlier way to log in. */
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

const TEXTS: Record<Language, Record<MailKind, Texts>> = {
  en: {
    'password-reset': {
      subject: `Reset your ${SITE_NAME} password`,
      preview: 'The link works once, for one hour.',
      heading: 'Choose a new password',
      intro: (email) =>
        `Someone asked for a new password for the ${SITE_NAME} account of ${email}. Was that you? Then choose a new password here.`,
      button: 'Choose a new password',
      terms: 'The link works once, for one hour. Using it logs you out on every device.',
      unasked: 'Didn’t ask for this? Ignore this email: your password stays the same.',
    },
    'sign-in-code': {
      subject: `Your ${SITE_NAME} login code`,
      preview: 'The code works once, for ten minutes.',
      heading: 'Your code is',
      intro: (email) =>
        `Enter the code where you asked for it, or press the button. It logs you in to the ${SITE_NAME} account of ${email}.`,
      button: 'Log in',
      terms: 'The code and the link work once, for ten minutes. A newer code replaces this one.',
      unasked: 'Didn’t ask for this? Ignore this email, and don’t share the code. We never ask for it.',
    },
    question: {
      subject: `Confirm your question on ${SITE_NAME}`,
      preview: 'Your question is sent as soon as you confirm.',
      heading: 'Your code is',
      intro: (_email, _login, receiver) =>
        `Enter the code where you asked your question, or press the button. Your question then goes to ${receiver}, and you are logged in. If you have no account, you get one.`,
      button: 'Confirm',
      terms: 'The code and the link work once, for 24 hours.',
      unasked: 'Didn’t ask anything? Ignore this email: nothing is sent. Don’t share the code.',
    },
    'no-account': {
      subject: `No ${SITE_NAME} account has this address`,
      preview: 'Sign up, or try another address.',
      heading: 'No account has this address',
      intro: () => `Someone tried to log in to ${SITE_NAME} with this email address. No account has this address.`,
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
      preview: 'Or let us know that someone else used it.',
      heading: 'Confirm your email address',
      intro: (email) => `Welcome to ${SITE_NAME}. Please confirm that ${email} is your email address.`,
      button: 'Confirm email address',
      terms: `The link works for 24 hours. No need to wait: you can use ${SITE_NAME} right away.`,
      unasked: `Didn’t sign up for ${SITE_NAME}? Someone may have used your address. Follow the link and choose “This was not me”: that closes the account.`,
    },
    'email-change': {
      subject: `Confirm your new email address for ${SITE_NAME}`,
      preview: 'Your account uses this address once you confirm.',
      heading: 'Confirm your new email address',
      intro: (email) => `You want to use ${email} for your ${SITE_NAME} account. Please confirm that it is yours.`,
      button: 'Confirm email address',
      terms: 'The link works for 24 hours. Until you use it, your account keeps its current address.',
      unasked:
        'Didn’t ask for this? Someone else entered your address. Follow the link and choose “This was not me” to keep it out of their account.',
    },
    'email-change-notice': {
      subject: `Your ${SITE_NAME} account is getting a new email address`,
      preview: 'Was this you? Then there’s nothing to do.',
      heading: 'A new email address',
      intro: (email) =>
        `Someone who knows your password asked to change the email address of your ${SITE_NAME} account to ${email}.`,
      button: 'Go to your account',
      terms: 'Your address changes once the new one is confirmed.',
      unasked: 'Wasn’t you? Change your password now: the address then stays the same.',
    },
    'email-changed': {
      subject: `Your ${SITE_NAME} account has a new email address`,
      preview: 'Was this you? Then there’s nothing to do.',
      heading: 'Your email address was changed',
      intro: (email) => `Your ${SITE_NAME} account no longer uses this address. It now uses ${email}.`,
      button: `Go to ${SITE_NAME}`,
      terms: 'We’ll write to you there from now on. You can’t log in with this address any more.',
      unasked:
        'Wasn’t you? Then someone who knows your password has taken over your account. Contact us, and change that password wherever else you use it.',
    },
    'google-joined': {
      subject: `You can now log in to ${SITE_NAME} with Google`,
      preview: 'Was this you? Then there’s nothing to do.',
      heading: 'You can now log in with Google',
      intro: (email) =>
        `Someone logged in to ${SITE_NAME} with the Google account of ${email}. From now on you can use it to log in, as well as your password.`,
      button: 'Go to your account',
      terms: 'Your password still works, and your other devices stay logged in.',
      unasked: `Wasn’t you? Then someone can get into your Google account: secure it first. After that choose “Forgot password?” at ${SITE_NAME}, which logs you out on every device.`,
    },
    'google-joined-alone': {
      subject: `You can now log in to ${SITE_NAME} with Google`,
      preview: 'Your old password no longer works.',
      heading: 'You now log in with Google',
      intro: (email) =>
        `Someone logged in to ${SITE_NAME} with the Google account of ${email}. From now on you use it to log in.`,
      button: 'Go to your account',
      terms:
        'To be safe, we removed the old password and logged out all other devices: someone else might have known it. You can ask for a new password on your account page.',
      unasked: `Wasn’t you? Then someone can get into your Google account: secure it first. After that choose “Forgot password?” at ${SITE_NAME}, which logs you out on every device.`,
    },
    'password-changed': {
      subject: `Your ${SITE_NAME} password was changed`,
      preview: 'Was this you? Then there’s nothing to do.',
      heading: 'Your password was changed',
      intro: (email) => `The ${SITE_NAME} account of ${email} has a new password.`,
      button: 'Go to your account',
      terms: 'All other devices were logged out.',
      unasked: `Wasn’t you? Then someone else can get into your account. Choose “Forgot password?” at ${SITE_NAME} now: it logs out every device.`,
    },
    'new-device': {
      subject: `A new login to your ${SITE_NAME} account`,
      preview: 'Was this you? Then there’s nothing to do.',
      heading: 'New login in another browser',
      intro: (email, login) => `New login to the ${SITE_NAME} account of ${email}: ${login}.`,
      button: 'Go to your account',
      terms: 'On your account page you see where you are logged in.',
      unasked: `Wasn’t you? Then someone can get into your account. Choose “Forgot password?” at ${SITE_NAME} now: it logs out every device.`,
    },
    'second-factor-on': {
      subject: `Two-step verification is on for your ${SITE_NAME} account`,
      preview: 'Was this you? Then there’s nothing to do.',
      heading: 'Two-step verification is on',
      intro: (email) =>
        `Logging in to the ${SITE_NAME} account of ${email} now also needs a code from your authenticator app.`,
      button: 'Go to your account',
      terms: 'All other devices were logged out. Keep your recovery codes somewhere other than your phone.',
      unasked: `Wasn’t you? Then someone else can get into your account. Choose “Forgot password?” at ${SITE_NAME} now, and contact us.`,
    },
    'second-factor-off': {
      subject: `Two-step verification is off for your ${SITE_NAME} account`,
      preview: 'Was this you? Then there’s nothing to do.',
      heading: 'Two-step verification is off',
      intro: (email) =>
        `Logging in to the ${SITE_NAME} account of ${email} no longer needs a code from an authenticator app.`,
      button: 'Go to your account',
      terms: 'All other devices were logged out.',
      unasked: `Wasn’t you? Then someone else can get into your account. Choose “Forgot password?” at ${SITE_NAME} now: it logs out every device.`,
    },
  },
  nl: {
    'password-reset': {
      subject: `Stel een nieuw wachtwoord in voor ${SITE_NAME}`,
      preview: 'De link is een uur geldig en werkt één keer.',
      heading: 'Kies een nieuw wachtwoord',
      intro: (email) =>
        `Iemand heeft een nieuw wachtwoord aangevraagd voor het ${SITE_NAME}-account van ${email}. Was jij dat? Kies hier dan een nieuw wachtwoord.`,
      button: 'Nieuw wachtwoord kiezen',
      terms: 'De link is een uur geldig en werkt één keer. Als je hem gebruikt, word je op al je apparaten uitgelogd.',
      unasked: 'Heb je dit niet aangevraagd? Negeer deze mail dan: je wachtwoord blijft hetzelfde.',
    },
    'sign-in-code': {
      subject: `Je inlogcode voor ${SITE_NAME}`,
      preview: 'De code is tien minuten geldig en werkt één keer.',
      heading: 'Je code is',
      intro: (email) =>
        `Vul de code in waar je die hebt aangevraagd, of gebruik de knop. Je logt daarmee in op het ${SITE_NAME}-account van ${email}.`,
      button: 'Inloggen',
      terms: 'De code en de link zijn tien minuten geldig en werken één keer. Een nieuwe code vervangt deze.',
      unasked: 'Niet aangevraagd? Negeer deze mail en deel de code met niemand. Wij vragen er nooit om.',
    },
    question: {
      subject: `Bevestig je vraag op ${SITE_NAME}`,
      preview: 'We versturen je vraag zodra je bevestigt.',
      heading: 'Je code is',
      intro: (_email, _login, receiver) =>
        `Vul de code in waar je de vraag stelde, of gebruik de knop. Dan gaat je vraag naar ${receiver} en ben je ingelogd. Heb je nog geen account, dan krijg je er een.`,
      button: 'Bevestigen',
      terms: 'De code en de link zijn 24 uur geldig en werken één keer.',
      unasked: 'Niets gevraagd? Negeer deze mail: er wordt niets verstuurd. Deel de code met niemand.',
    },
    'no-account': {
      subject: `Geen ${SITE_NAME}-account met dit adres`,
      preview: 'Registreer je, of probeer een ander adres.',
      heading: 'Geen account met dit adres',
      intro: () => `Iemand wilde bij ${SITE_NAME} inloggen met dit e-mailadres. Bij dit adres hoort geen account.`,
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
      preview: 'Daarna gebruikt je account dit adres.',
      heading: 'Bevestig je nieuwe e-mailadres',
      intro: (email) =>
        `Je wilt ${email} gebruiken voor je ${SITE_NAME}-account. Wil je bevestigen dat het jouw adres is?`,
      button: 'E-mailadres bevestigen',
      terms: 'De link is 24 uur geldig. Tot die tijd houdt je account het huidige adres.',
      unasked:
        'Heb je dit niet aangevraagd? Dan heeft iemand anders je adres ingevuld. Volg de link en kies ‘Dit was ik niet’: dan krijgt dat account jouw adres niet.',
    },
    'email-change-notice': {
      subject: `Je ${SITE_NAME}-account krijgt een nieuw e-mailadres`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Een nieuw e-mailadres',
      intro: (email) =>
        `Iemand die je wachtwoord kent, wil het e-mailadres van je ${SITE_NAME}-account wijzigen in ${email}.`,
      button: 'Naar je account',
      terms: 'Je adres verandert zodra het nieuwe adres is bevestigd.',
      unasked: 'Was jij dat niet? Wijzig dan nu je wachtwoord: dan blijft het adres hetzelfde.',
    },
    'email-changed': {
      subject: `Je ${SITE_NAME}-account heeft een nieuw e-mailadres`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Je e-mailadres is gewijzigd',
      intro: (email) => `Je ${SITE_NAME}-account gebruikt dit adres niet meer, maar ${email}.`,
      button: `Naar ${SITE_NAME}`,
      terms: 'Voortaan mailen we je op het nieuwe adres. Met dit adres kun je niet meer inloggen.',
      unasked:
        'Was jij dat niet? Dan heeft iemand die je wachtwoord kent je account overgenomen. Neem contact met ons op, en wijzig dat wachtwoord overal waar je het nog gebruikt.',
    },
    'google-joined': {
      subject: `Je kunt nu met Google inloggen bij ${SITE_NAME}`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Je kunt nu met Google inloggen',
      intro: (email) =>
        `Iemand heeft bij ${SITE_NAME} ingelogd met het Google-account van ${email}. Voortaan kom je daarmee in je ${SITE_NAME}-account, net als met je wachtwoord.`,
      button: 'Naar je account',
      terms: 'Je wachtwoord blijft werken en je andere apparaten blijven ingelogd.',
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
        'Voor de zekerheid hebben we het oude wachtwoord verwijderd en alle andere apparaten uitgelogd: misschien kende iemand anders het. Op je accountpagina kun je een nieuw wachtwoord krijgen.',
      unasked: `Was jij dat niet? Dan kan iemand anders in je Google-account: beveilig dat eerst. Kies daarna bij ${SITE_NAME} ‘Wachtwoord vergeten?’: dan word je op al je apparaten uitgelogd.`,
    },
    'password-changed': {
      subject: `Je wachtwoord voor ${SITE_NAME} is gewijzigd`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Je wachtwoord is gewijzigd',
      intro: (email) => `Het ${SITE_NAME}-account van ${email} heeft een nieuw wachtwoord.`,
      button: 'Naar je account',
      terms: 'Alle andere apparaten zijn uitgelogd.',
      unasked: `Was jij dat niet? Dan kan iemand anders in je account. Kies nu bij ${SITE_NAME} ‘Wachtwoord vergeten?’: dan worden alle apparaten uitgelogd.`,
    },
    'new-device': {
      subject: `Nieuwe inlog op je ${SITE_NAME}-account`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Nieuwe inlog in een andere browser',
      intro: (email, login) => `Er is ingelogd op het ${SITE_NAME}-account van ${email}: ${login}.`,
      button: 'Naar je account',
      terms: 'Op je accountpagina zie je waar je bent ingelogd.',
      unasked: `Was jij dat niet? Dan kan iemand in je account. Kies nu bij ${SITE_NAME} ‘Wachtwoord vergeten?’: dan worden alle apparaten uitgelogd.`,
    },
    'second-factor-on': {
      subject: `Tweestapsverificatie staat aan voor je ${SITE_NAME}-account`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Tweestapsverificatie staat aan',
      intro: (email) =>
        `Om in te loggen op het ${SITE_NAME}-account van ${email} heb je voortaan ook een code uit je authenticator-app nodig.`,
      button: 'Naar je account',
      terms: 'Alle andere apparaten zijn uitgelogd. Bewaar je herstelcodes niet alleen op je telefoon.',
      unasked: `Was jij dat niet? Dan kan iemand anders in je account. Kies nu bij ${SITE_NAME} ‘Wachtwoord vergeten?’ en neem contact met ons op.`,
    },
    'second-factor-off': {
      subject: `Tweestapsverificatie staat uit voor je ${SITE_NAME}-account`,
      preview: 'Was jij dat? Dan hoef je niets te doen.',
      heading: 'Tweestapsverificatie staat uit',
      intro: (email) =>
        `Inloggen op het ${SITE_NAME}-account van ${email} kan weer zonder code uit een authenticator-app.`,
      button: 'Naar je account',
      terms: 'Alle andere apparaten zijn uitgelogd.',
      unasked: `Was jij dat niet? Dan kan iemand anders in je account. Kies nu bij ${SITE_NAME} ‘Wachtwoord vergeten?’: dan worden alle apparaten uitgelogd.`,
    },
  },
}

export interface MailDetails {
  language: Language
  to: string
  about: string
  link: string
  code?: string
  login?: string
  receiver?: string
  usefulUntil: Date
}

export function buildAuthMail(
  kind: MailKind,
  { language, to, about, link, code, login = '', receiver = '', usefulUntil }: MailDetails,
): Mail {
  const texts = TEXTS[language][kind]
  const { preview, terms, unasked } = texts
  const heading = code === undefined ? texts.heading : `${texts.heading} ${code}`
  const content = {
    preview,
    heading,
    notes: [terms, unasked],
    intro: texts.intro(about, login, receiver),
    button: { label: texts.button, url: link },
    footer: AUTOMATED_FOOTER[language],
  }
  return {
    to,
    subject: texts.subject,
    text: renderMailText(content),
    html: renderMailHtml(language, content),
    language,
    usefulUntil: usefulUntil.toISOString(),
  }
}
