import { defineTexts } from '../../platform/i18n/texts.ts'

export const googleTexts = defineTexts({
  en: {
    or: 'or',
    continueWithGoogle: 'Continue with Google',
    windowTitle: 'Sign in with Google',
    windowDone: 'You are logged in. You can close this window.',
    windowClose: 'You can close this window and go back to Kundig.',
    toLogin: 'To the login page',
  },
  nl: {
    or: 'of',
    continueWithGoogle: 'Doorgaan met Google',
    windowTitle: 'Inloggen met Google',
    windowDone: 'Je bent ingelogd. Je kunt dit venster sluiten.',
    windowClose: 'Je kunt dit venster sluiten en teruggaan naar Kundig.',
    toLogin: 'Naar de inlogpagina',
  },
})
