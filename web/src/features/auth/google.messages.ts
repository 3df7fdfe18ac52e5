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
  },
  nl: {
    or: 'of',
    continueWithGoogle: 'Doorgaan met Google',
    windowTitle: 'Je bent niet ingelogd',
    windowDoneTitle: 'Je bent ingelogd',
    windowClose: 'Je kunt dit venster sluiten en teruggaan naar Kundig.',
    toLogin: 'Naar de inlogpagina',
    toDashboard: 'Naar het dashboard',
  },
})
