import { defineTexts } from '../../../platform/i18n/texts.ts'

export const onboardingTexts = defineTexts({
  en: {
    unfinished: 'You don’t have a seller account yet. You can set one up on the account page.',
    unchecked: 'We could not reach Stripe to check your progress. What you filled in there is saved.',
    toAccount: 'Go to the account page',
    tryAgain: 'Try again',
    dismiss: 'Dismiss',
    returnTitle: 'Back from Stripe',
    checking: 'Checking your progress at Stripe…',
    again: 'Going back to Stripe…',
    ready: 'You can receive payments now',
    underReview: 'Stripe is checking your details. We’ll let you know when you can receive payments.',
    refused: 'Stripe can’t accept you as a seller. The account page shows more.',
    notReady: 'Stripe needs a bit more from you.',
  },
  nl: {
    unfinished: 'Je hebt nog geen verkopersaccount. Aanmelden kan op de accountpagina.',
    unchecked: 'We konden je aanmelding bij Stripe niet controleren. Wat je daar hebt ingevuld, is bewaard.',
    toAccount: 'Naar de accountpagina',
    tryAgain: 'Probeer opnieuw',
    dismiss: 'Sluiten',
    returnTitle: 'Terug van Stripe',
    checking: 'Je aanmelding bij Stripe controleren…',
    again: 'Terug naar Stripe…',
    ready: 'Je kunt nu betalingen ontvangen',
    underReview: 'Stripe controleert je gegevens. Je hoort het zodra je betalingen kunt ontvangen.',
    refused: 'Stripe kan je niet als verkoper accepteren. Op de accountpagina lees je meer.',
    notReady: 'Stripe heeft nog iets van je nodig.',
  },
})
