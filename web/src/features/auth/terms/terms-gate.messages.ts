import { defineTexts } from '../../../platform/i18n/texts.ts'

export const termsGateTexts = defineTexts({
  en: {
    title: 'Accept the new terms first',
    text: 'There are new terms, and the time to accept them is over. To write or pay, accept them. You can still read, have your data, object and leave.',
    read: 'Read the terms',
    accept: 'Accept the terms',
    notNow: 'Not now',
    accepted: 'Thank you. What was refused can be sent now.',
  },
  nl: {
    title: 'Accepteer eerst de nieuwe voorwaarden',
    text: 'Er zijn nieuwe voorwaarden, en de tijd om ze te accepteren is voorbij. Accepteer ze om te schrijven of te betalen. Lezen, je gegevens krijgen, bezwaar maken en weggaan kan nog steeds.',
    read: 'Voorwaarden lezen',
    accept: 'Voorwaarden accepteren',
    notNow: 'Niet nu',
    accepted: 'Bedankt. Wat is geweigerd, kun je nu versturen.',
  },
})
