import { defineTexts } from '../../../platform/i18n/texts.ts'

export const invitationTexts = defineTexts({
  en: {
    checking: 'Checking your invitation…',
    retry: 'Try again',
    title: (name: string) => `Welcome, ${name}`,
    lead: (email: string) => `Choose a password. You’ll log in with ${email}, which is already confirmed.`,
    password: 'Password',
    make: 'Create account',
    making: 'Creating your account…',
    made: 'Account created',
    invalidTitle: 'This invitation does not work',
    logIn: 'Log in',
    toSite: 'Look around',
    otherTitle: 'You are logged in',
    other: (own: string, invited: string) =>
      `You are logged in as ${own}. This invitation is for ${invited}: log out to use it.`,
    same: (email: string) => `There is already an account with ${email}, and you are logged in to it.`,
    logOut: 'Log out',
    toDashboard: 'To your dashboard',
  },
  nl: {
    checking: 'Je uitnodiging wordt gecontroleerd…',
    retry: 'Opnieuw proberen',
    title: (name) => `Welkom, ${name}`,
    lead: (email) => `Kies een wachtwoord. Je logt in met ${email}; dat adres is al bevestigd.`,
    password: 'Wachtwoord',
    make: 'Account maken',
    making: 'Je account wordt gemaakt…',
    made: 'Je account is aangemaakt',
    invalidTitle: 'Deze uitnodiging werkt niet',
    logIn: 'Inloggen',
    toSite: 'Rondkijken',
    otherTitle: 'Je bent ingelogd',
    other: (own, invited) =>
      `Je bent ingelogd als ${own}. Deze uitnodiging is voor ${invited}. Log uit om de uitnodiging te gebruiken.`,
    same: (email) => `Er is al een account met ${email}, en je bent daarop ingelogd.`,
    logOut: 'Uitloggen',
    toDashboard: 'Naar je dashboard',
  },
})
