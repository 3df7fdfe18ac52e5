import { defineTexts } from '../../../platform/i18n/texts.ts'

export const expertsTexts = defineTexts({
  en: {
    loading: 'Loading experts…',
    newestFirst: 'The newest come first',
    bestFirst: 'Matching names and fields come first, the newest on top; then the texts that match best',
    filters: 'Filters',
    shown: (count: number) => `${count} ${count === 1 ? 'expert' : 'experts'}`,
    showMore: 'Show more',
    moreFailed: 'More experts could not be loaded.',
    retry: 'Try again',
    noneTitle: 'No experts yet',
    /** Shown before the search text. */
    noMatchTitle: (label?: string) =>
      label === undefined ? 'No experts found for' : `No experts in ${label} found for`,
    noCategoryTitle: (label: string) => `No experts in ${label} yet`,
    showEveryone: 'Show everyone',
    searchLabel: 'What do you need help with?',
    clearSearch: 'Clear search',
  },
  nl: {
    loading: 'Experts worden geladen…',
    newestFirst: 'De nieuwste staan vooraan',
    bestFirst:
      'Eerst experts met een passende naam of vakgebied, de nieuwste bovenaan; daarna de best passende teksten',
    filters: 'Filters',
    shown: (count) => `${count} ${count === 1 ? 'expert' : 'experts'}`,
    showMore: 'Toon meer',
    moreFailed: 'Meer experts laden is niet gelukt.',
    retry: 'Probeer opnieuw',
    noneTitle: 'Nog geen experts',
    noMatchTitle: (label) =>
      label === undefined ? 'Geen experts gevonden voor' : `Geen experts in ${label} gevonden voor`,
    noCategoryTitle: (label) => `Nog geen experts in ${label}`,
    showEveryone: 'Toon iedereen',
    searchLabel: 'Waar heb je hulp bij nodig?',
    clearSearch: 'Zoekopdracht wissen',
  },
})
