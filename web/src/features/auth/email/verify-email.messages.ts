import { defineTexts } from '../../../platform/i18n/texts.ts'
import { SITE_NAME } from '../../../platform/site.ts'

export const verifyEmailTexts = defineTexts({
  en: {
    checking: 'Checking your link…',
    title: 'Confirm your email address',
    lead: (email: string) => `Is ${email} your email address? Confirm it for your ${SITE_NAME} account with one click.`,
    leadOfChange: (email: string) =>
      `Is ${email} your email address? Use it for your ${SITE_NAME} account with one click.`,
    leadByPassword: (email: string) =>
      `Is ${email} your email address, and did you enter it at ${SITE_NAME} yourself? Confirm it with the password of your account.`,
    leadAsOther: (email: string, other: string) =>
      `You are logged in as ${other}, but this link confirms ${email} for a different account. Is that account yours too? Then enter its password. You stay logged in as ${other}.`,
    password: 'Password of the account',
    confirm: 'Confirm email address',
    confirmedTitle: 'Your email address is confirmed',
    confirmedLead: 'Thank you, all set.',
    toDashboard: 'Go to the dashboard',
    unconfirmedTitle: 'Your email address is not confirmed yet',
    invalidTitle: 'This link does not work',
    askAgain: 'You can request a new link on your account page.',
    toAccount: 'Go to your account',
    logInForMail: 'Log in to get a new email',
    forgotPassword: 'Forgot password?',
    retry: 'Try again',
    notMeLead: `Never entered this address at ${SITE_NAME}?`,
    notMe: 'This was not me',
    closeTitle: 'Close the account?',
    closeBody: (email: string) =>
      `Someone made a ${SITE_NAME} account with ${email}. We’ll close it: no one can log in any more, its profile disappears and its chats end. Your address is then free again.`,
    close: 'Close the account',
    keepTitle: 'Keep your address out of it?',
    keepBody: (email: string) =>
      `Someone wants to use ${email} for their ${SITE_NAME} account. We’ll keep your address out of it.`,
    keep: 'Keep my address out of it',
    cancel: 'Cancel',
    closedTitle: 'The account is closed',
    closedLead: (email: string) =>
      `No one can log in to that account any more, and ${email} is free again. There’s nothing else to do.`,
    keptTitle: 'Your address stays yours',
    keptLead: (email: string) => `The link no longer works, so no account can use it to take ${email}.`,
    toHome: `Go to ${SITE_NAME}`,
  },
  nl: {
    checking: 'Je link wordt gecontroleerd…',
    title: 'Bevestig je e-\u2060mailadres',
    lead: (email) =>
      `Is ${email} jouw e-\u2060mailadres? Bevestig het met één klik voor je ${SITE_NAME}-\u2060account.`,
    leadOfChange: (email) =>
      `Is ${email} jouw e-\u2060mailadres? Gebruik het met één klik voor je ${SITE_NAME}-\u2060account.`,
    leadByPassword: (email) =>
      `Is ${email} jouw e-\u2060mailadres, en heb je het zelf bij ${SITE_NAME} ingevuld? Bevestig het met het wachtwoord van je account.`,
    leadAsOther: (email, other) =>
      `Je bent ingelogd als ${other}, maar deze link bevestigt ${email} voor een ander account. Is dat account ook van jou? Vul dan het wachtwoord van dat account in. Je blijft ingelogd als ${other}.`,
    password: 'Wachtwoord van het account',
    confirm: 'E-\u2060mailadres bevestigen',
    confirmedTitle: 'Je e-\u2060mailadres is bevestigd',
    confirmedLead: 'Bedankt, je bent klaar.',
    toDashboard: 'Naar het dashboard',
    unconfirmedTitle: 'Je e-\u2060mailadres is nog niet bevestigd',
    invalidTitle: 'Deze link werkt niet',
    askAgain: 'Op je accountpagina kun je een nieuwe link aanvragen.',
    toAccount: 'Naar je account',
    logInForMail: 'Log in voor een nieuwe mail',
    forgotPassword: 'Wachtwoord vergeten?',
    retry: 'Probeer opnieuw',
    notMeLead: `Heb je dit adres nooit bij ${SITE_NAME} ingevuld?`,
    notMe: 'Dit was ik niet',
    closeTitle: 'Het account sluiten?',
    closeBody: (email) =>
      `Iemand heeft een ${SITE_NAME}-\u2060account gemaakt met ${email}. We sluiten het: niemand kan er nog op inloggen, het profiel verdwijnt en de chats eindigen. Je adres is dan weer vrij.`,
    close: 'Account sluiten',
    keepTitle: 'Gebruik van je adres weigeren?',
    keepBody: (email) =>
      `Iemand wil ${email} gebruiken voor een ${SITE_NAME}-\u2060account. We zorgen dat dat account jouw adres niet krijgt.`,
    keep: 'Gebruik mijn adres niet',
    cancel: 'Annuleren',
    closedTitle: 'Het account is gesloten',
    closedLead: (email) =>
      `Niemand kan nog inloggen op dat account, en ${email} is weer vrij. Je hoeft verder niets te doen.`,
    keptTitle: 'Je adres blijft van jou',
    keptLead: (email) => `De link werkt niet meer, dus daarmee kan geen account ${email} nog gebruiken.`,
    toHome: `Naar ${SITE_NAME}`,
  },
})
