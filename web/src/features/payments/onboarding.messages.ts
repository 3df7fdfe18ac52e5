import { defineTexts } from '../../platform/i18n/texts.ts'

export const onboardingTexts = defineTexts({
  en: {
    unfinished: 'There is no seller account for you yet. You can begin on the account page whenever you like.',
    unchecked: 'We could not ask Stripe how far you are. What you told Stripe is not lost.',
    toAccount: 'Go to the account page',
    tryAgain: 'Try again',
    dismiss: 'Dismiss',
    returnTitle: 'Back from Stripe',
    checking: 'Asking Stripe how far you are…',
    again: 'Going back to Stripe…',
    ready: 'You can receive payments now',
    underReview: 'Stripe is looking at your details. You are told once you can receive payments.',
    refused: 'Stripe cannot take you on as a seller. The account page tells more.',
    notReady: 'Stripe needs a bit more from you.',
  },
  nl: {
    unfinished: 'Je hebt nog geen verkopersaccount. Je kunt op de accountpagina beginnen wanneer je wilt.',
    unchecked: 'We konden Stripe niet vragen hoe ver je bent. Wat je aan Stripe hebt verteld, is niet verloren.',
    toAccount: 'Naar de accountpagina',
    tryAgain: 'Probeer opnieuw',
    dismiss: 'Sluiten',
    returnTitle: 'Terug van Stripe',
    checking: 'Stripe vragen hoe ver je bent…',
    again: 'Terug naar Stripe…',
    ready: 'Je kunt nu betalingen ontvangen',
    underReview: 'Stripe bekijkt je gegevens. Je hoort het zodra je betalingen kunt ontvangen.',
    refused: 'Stripe kan je niet als verkoper aannemen. Op de accountpagina staat meer.',
    notReady: 'Stripe heeft nog iets van je nodig.',
  },
})
