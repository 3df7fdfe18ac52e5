import { defineTexts } from '../../../platform/i18n/texts.ts'

export const onboardingTexts = defineTexts({
  en: {
    unfinished: 'There is no seller account for you yet. You can begin on the account page whenever you like.',
    unchecked: 'We could not reach Stripe to check your progress. What you filled in there is saved.',
    toAccount: 'Go to the account page',
    tryAgain: 'Try again',
    dismiss: 'Dismiss',
    returnTitle: 'Back from Stripe',
    checking: 'Checking your progress at Stripe…',
    again: 'Going back to Stripe…',
    ready: 'You can receive payments now',
    underReview: 'Stripe is looking at your details. You are told once you can receive payments.',
    refused: 'Stripe cannot take you on as a seller. The account page tells more.',
    notReady: 'Stripe needs a bit more from you.',
  },
  nl: {
    unfinished: 'Je hebt nog geen verkopersaccount. Je kunt op de accountpagina beginnen wanneer je wilt.',
    unchecked:
      'We konden bij Stripe niet nagaan hoe het met je aanmelding als verkoper staat. Wat je daar hebt ingevuld, is bewaard.',
    toAccount: 'Naar de accountpagina',
    tryAgain: 'Probeer opnieuw',
    dismiss: 'Sluiten',
    returnTitle: 'Terug van Stripe',
    checking: 'Bij Stripe nagaan hoe het met je aanmelding staat…',
    again: 'Terug naar Stripe…',
    ready: 'Je kunt nu betalingen ontvangen',
    underReview: 'Stripe bekijkt je gegevens. Je hoort het zodra je betalingen kunt ontvangen.',
    refused: 'Stripe kan je niet als verkoper accepteren. Op de accountpagina staat meer.',
    notReady: 'Stripe heeft nog iets van je nodig.',
  },
})
