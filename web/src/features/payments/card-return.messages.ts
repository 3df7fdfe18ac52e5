import { defineTexts } from '../../platform/i18n/texts.ts'

export const cardReturnTexts = defineTexts({
  en: {
    saving: 'Saving your card…',
    savedTitle: 'Your card has been saved',
    saved: 'You pay with it from now on. You can change that on the account page.',
    refused: 'Your bank did not let the card be saved. Nothing was charged; you can try another card.',
    paymentTitle: 'Your bank has answered',
    payment: 'The chat shows what became of the payment.',
    nothingTitle: 'There is nothing to finish here',
    nothing: 'This page tells how a payment or a saved card ended. Nothing was charged by opening it.',
    goesOn: 'Your payment goes on in the chat.',
    toChat: 'Back to the chat',
    toChats: 'To your chats',
    toAccount: 'To your account',
    retry: 'Try again',
  },
  nl: {
    saving: 'Je kaart opslaan…',
    savedTitle: 'Je kaart is opgeslagen',
    saved: 'Je betaalt er voortaan mee. Op de accountpagina kun je dat veranderen.',
    refused: 'Je bank liet de kaart niet opslaan. Er is niets afgeschreven; je kunt een andere kaart proberen.',
    paymentTitle: 'Je bank heeft geantwoord',
    payment: 'In de chat zie je wat er van de betaling is geworden.',
    nothingTitle: 'Hier valt niets af te ronden',
    nothing: 'Deze pagina vertelt hoe een betaling of een opgeslagen kaart is afgelopen. Openen kost niets.',
    goesOn: 'Je betaling gaat verder in de chat.',
    toChat: 'Terug naar de chat',
    toChats: 'Naar je chats',
    toAccount: 'Naar je account',
    retry: 'Probeer opnieuw',
  },
})
