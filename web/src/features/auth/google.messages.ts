import { defineTexts } from '../../platform/i18n/texts.ts'

export const googleTexts = defineTexts({
  en: {
    or: 'or',
    continueWithGoogle: 'Continue with Google',
    windowTitle: 'You are not logged in',
    windowDoneTitle: 'You are logged in',
    windowClose: 'You can close this window and go back to Kundig.',
    toLogin: 'Go to the login page',
    toDashboard: 'Go to the dashboard',
    joinTitle: 'Use Google for your account',
    joinLead: (email: string) =>
      `There is already a Kundig account with ${email}. Enter its password once: from then on you can log in to it with Google as well.`,
    joinPassword: 'Password of your Kundig account',
    join: 'Continue',
    joinForgot: 'You do not know it, or never made an account?',
    joinReset: 'Choose a new password by email',
    joinResetAfter: 'After that, continue with Google again.',
    cancel: 'Cancel',
    checking: 'One moment…',
    retry: 'Try again',
  },
  nl: {
    or: 'of',
    continueWithGoogle: 'Doorgaan met Google',
    windowTitle: 'Je bent niet ingelogd',
    windowDoneTitle: 'Je bent ingelogd',
    windowClose: 'Je kunt dit venster sluiten en teruggaan naar Kundig.',
    toLogin: 'Naar de inlogpagina',
    toDashboard: 'Naar het dashboard',
    joinTitle: 'Gebruik Google voor je account',
    joinLead: (email) =>
      `Er is al een Kundig-\u2060account met ${email}. Vul één keer het wachtwoord ervan in: daarna kun je er ook met Google op inloggen.`,
    joinPassword: 'Wachtwoord van je Kundig-\u2060account',
    join: 'Doorgaan',
    joinForgot: 'Weet je het niet, of heb je nooit een account gemaakt?',
    joinReset: 'Kies per mail een nieuw wachtwoord',
    joinResetAfter: 'Ga daarna opnieuw door met Google.',
    cancel: 'Annuleren',
    checking: 'Een moment…',
    retry: 'Probeer opnieuw',
  },
})
