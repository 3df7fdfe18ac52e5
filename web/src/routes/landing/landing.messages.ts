import { defineTexts } from '../../platform/i18n/texts.ts'
import { site } from '../../platform/site.ts'

export const landingTexts = defineTexts({
  en: {
    ...site.landing.en,
    noSuchPage: 'This page doesn’t exist.',
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
    ...site.landing.nl,
    noSuchPage: 'Deze pagina bestaat niet.',
    signUp: 'Stel je vraag',
    search: 'Zoeken',
    promiseChoice: 'Experts kiezen zelf op wie ze reageren',
    promisePrivate: 'Privé, één op één',
    promiseFree: 'Vragen is gratis',
    categories: 'Vakgebieden',
    experts: 'Mensen aan wie je het vandaag kunt vragen',
    removeFilter: (label) => `Filter ${label} weghalen`,
  },
})
