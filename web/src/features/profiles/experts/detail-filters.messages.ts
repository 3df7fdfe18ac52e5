import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Texts of the filters for experts: language, town, online work and price. */
export const detailFiltersTexts = defineTexts({
  en: {
    title: 'Filters',
    language: 'Language',
    anyLanguage: 'Any language',
    town: 'Town',
    online: 'Online',
    orOnline: 'Or online',
    price: 'Maximum price in euros',
    priceHint: 'Per hour, or the lowest price. Experts without a price are left out.',
    show: 'Show experts',
    clear: 'Clear filters',
    close: 'Close',
    remove: (label: string) => `Remove the filter ${label}`,
    /** Label of the filter for experts who work in the town, online, or both. */
    townOrOnline: (town: string) => `${town} or online`,
    upTo: (euros: number) => `up to €${euros}`,
    noneTitle: 'No experts with these filters',
  },
  nl: {
    title: 'Filters',
    language: 'Taal',
    anyLanguage: 'Alle talen',
    town: 'Plaats',
    online: 'Online',
    orOnline: 'Of online',
    price: 'Maximale prijs in euro’s',
    priceHint: 'Per uur, of de vanafprijs. Experts zonder prijs zie je dan niet.',
    show: 'Toon experts',
    clear: 'Filters wissen',
    close: 'Sluiten',
    remove: (label) => `Filter ${label} weghalen`,
    townOrOnline: (town) => `${town} of online`,
    upTo: (euros) => `tot €\u00A0${euros}`,
    noneTitle: 'Geen experts met deze filters',
  },
})
