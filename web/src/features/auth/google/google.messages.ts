import { defineTexts } from '../../../platform/i18n/texts.ts'
import { SITE_NAME } from '../../../platform/site.ts'

export const googleTexts = defineTexts({
  en: {
    or: 'or',
    continueWithGoogle: 'Continue with Google',
    waitingForGoogle: 'Waiting for Google…',
    waitingHint: 'Continue in the window that opened. Don’t see it? Press again.',
    windowTitle: 'You are not logged in',
    windowDoneTitle: 'You are logged in',
    windowClose: `You can close this window and go back to ${SITE_NAME}.`,
    toLogin: 'Go to the login page',
    toDashboard: 'Go to the dashboard',
    joinTitle: 'Use Google for your account',
    joinLead: (email: string) =>
      `There is already a ${SITE_NAME} account with ${email}. Enter its password once: from then on you can log in to it with Google as well.`,
    joinPassword: `Password of your ${SITE_NAME} account`,
    join: 'Continue',
    joinForgot: 'Don’t know the password, or never made an account?',
    joinReset: 'Choose a new password by email',
    joinResetAfter: 'After that, continue with Google again.',
    cancel: 'Cancel',
    checking: 'One moment…',
    retry: 'Try again',
  },
  nl: {
    or: 'of',
    continueWithGoogle: 'Doorgaan met Google',
    waitingForGoogle: 'Wachten op Google…',
    waitingHint: 'Ga verder in het venster dat is geopend. Zie je het niet, druk dan nog een keer.',
    windowTitle: 'Je bent niet ingelogd',
    windowDoneTitle: 'Je bent ingelogd',
    windowClose: `Je kunt dit venster sluiten en teruggaan naar ${SITE_NAME}.`,
    toLogin: 'Naar de inlogpagina',
    toDashboard: 'Naar het dashboard',
    joinTitle: 'Gebruik Google voor je account',
    joinLead: (email) =>
      `Er is al een ${SITE_NAME}-\u2060account met ${email}. Vul één keer het wachtwoord van dat account in. Daarna kun je ook met Google inloggen.`,
    joinPassword: `Wachtwoord van je ${SITE_NAME}-\u2060account`,
    join: 'Doorgaan',
    joinForgot: 'Weet je het wachtwoord niet, of heb je nooit een account gemaakt?',
    joinReset: 'Kies per mail een nieuw wachtwoord',
    joinResetAfter: 'Ga daarna opnieuw door met Google.',
    cancel: 'Annuleren',
    checking: 'Een moment…',
    retry: 'Probeer opnieuw',
  },
})
