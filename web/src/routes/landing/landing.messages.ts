import type { Language } from '@kundig/contract/languages'
import type { Category } from '@kundig/contract/profiles/categories'

import { defineTexts } from '../../platform/i18n/texts.ts'

export const landingTexts = defineTexts({
  en: {
    title: 'Ask someone who has done it before',
    headline: 'Ask someone who has done it before.',
    lead: 'Kundig is Dutch for skilled. Find a person with real practice, introduce yourself, and talk it through in a private chat.',
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
    search: 'Zoeken',
    promiseChoice: 'Experts kiezen zelf op wie ze reageren',
    promisePrivate: 'Privé, één op één',
    promiseFree: 'Vragen is gratis',
    categories: 'Expertisecategorieën',
    experts: 'Mensen aan wie je het vandaag kunt vragen',
    removeFilter: (label) => `Filter ${label} weghalen`,
  },
})

/** Names short enough to stand under a tile; the full ones are the contract's. */
export const SHORT_LABELS: Record<Category, Record<Language, string>> = {
  'websites-it-software': { en: 'Websites & IT', nl: 'Websites & IT' },
  'writing-content': { en: 'Writing', nl: 'Schrijven' },
  'design-media-architecture': { en: 'Design & Media', nl: 'Design & Media' },
  'engineering-science': { en: 'Engineering', nl: 'Techniek' },
  'sales-marketing': { en: 'Sales & Marketing', nl: 'Verkoop & Marketing' },
  'business-legal': { en: 'Business & Legal', nl: 'Zakelijk & Juridisch' },
  'sourcing-manufacturing': { en: 'Manufacturing', nl: 'Productie' },
  'translation-languages': { en: 'Languages', nl: 'Talen' },
  'trades-services': { en: 'Trades & Services', nl: 'Vakwerk & Diensten' },
  'freight-transportation': { en: 'Freight & Transport', nl: 'Vracht & Transport' },
  education: { en: 'Education', nl: 'Onderwijs' },
  'health-medicine': { en: 'Health & Medicine', nl: 'Gezondheid & Zorg' },
}
