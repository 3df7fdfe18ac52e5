import { defineTexts } from '../../../platform/i18n/texts.ts'

export const termsGateTexts = defineTexts({
  en: {
    title: 'Accept the new terms first',
    text: 'Our terms have changed. Accept them to write or pay. You can still read, export your data, appeal or close your account.',
    read: 'Read the terms',
    accept: 'Accept the terms',
    notNow: 'Not now',
    accepted: 'Thank you. You can send it now.',
  },
  nl: {
    title: 'Accepteer eerst de nieuwe voorwaarden',
    text: 'Onze voorwaarden zijn veranderd. Accepteer ze om te schrijven of te betalen. Je kunt nog steeds lezen, je gegevens downloaden, bezwaar maken en je account sluiten.',
    read: 'Voorwaarden lezen',
    accept: 'Voorwaarden accepteren',
    notNow: 'Niet nu',
    accepted: 'Bedankt. Je kunt weer schrijven en betalen.',
  },
})
