import { defineTexts } from '../../platform/i18n/texts.ts'

export const landingTexts = defineTexts({
  en: {
    title: 'Ask someone who has done it before',
    headline: 'Ask someone who has done it before.',
    lead: 'Kundig is Dutch for skilled. Find a person with real practice, introduce yourself, and talk it through in a private chat.',
    noSuchPage: 'There is no page at this address. This is the start.',
    signUp: 'Sign up and ask',
    search: 'Search',
    promiseChoice: 'Experts choose whom they answer',
    promisePrivate: 'Private, one to one',
    promiseFree: 'Free to ask',
    categories: 'Expertise categories',
    experts: 'People you can ask today',
    removeFilter: (label: string) => `Remove the filter ${label}`,
  },
  nl: {
    title: 'Vraag het iemand die het al eens heeft gedaan',
    headline: 'Vraag het iemand die het al eens heeft gedaan.',
    lead: 'Vind iemand die het vak uit de praktijk kent, stel je voor en bespreek je vraag in een privéchat.',
    noSuchPage: 'Op dit adres is geen pagina. Dit is het begin.',
    signUp: 'Registreer je en vraag het',
    search: 'Zoeken',
    promiseChoice: 'Experts kiezen zelf op wie ze reageren',
    promisePrivate: 'Privé, één op één',
    promiseFree: 'Vragen is gratis',
    categories: 'Vakgebieden',
    experts: 'Mensen aan wie je het vandaag kunt vragen',
    removeFilter: (label) => `Filter ${label} weghalen`,
  },
})
