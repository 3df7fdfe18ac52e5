import { defineTexts } from '../../../platform/i18n/texts.ts'

/** What stands at the search and the list of experts. */
export const expertsTexts = defineTexts({
  en: {
    loading: 'Loading experts…',
    newestFirst: 'The newest come first',
    shown: (count: number) => `${count} ${count === 1 ? 'expert' : 'experts'}`,
    showMore: 'Show more',
    moreFailed: 'More experts could not be loaded.',
    retry: 'Try again',
    noneTitle: 'No experts yet',
    noneText: 'Nobody has shared a public profile yet. Be the first: complete yours and tick the box.',
    /** Stands before what was searched. */
    noMatchTitle: 'Nobody found yet for',
    noCategoryTitle: (label: string) => `Nobody in ${label} yet`,
    noMatchText: 'Names and fields are searched. Try a broader word, or another field.',
    showEveryone: 'Show everyone',
    searchLabel: 'Search by name or field',
    searchPlaceholder: 'Name or field',
    clearSearch: 'Clear search',
  },
  nl: {
    loading: 'Experts worden geladen…',
    newestFirst: 'De nieuwste staan vooraan',
    shown: (count) => `${count} ${count === 1 ? 'expert' : 'experts'}`,
    showMore: 'Toon meer',
    moreFailed: 'Meer experts laden is niet gelukt.',
    retry: 'Probeer opnieuw',
    noneTitle: 'Nog geen experts',
    noneText: 'Er is nog geen openbaar profiel. Wees de eerste: maak je profiel af en zet het vinkje aan.',
    noMatchTitle: 'Nog niemand gevonden voor',
    noCategoryTitle: (label) => `Nog niemand in ${label}`,
    noMatchText: 'Er wordt op naam en vakgebied gezocht. Probeer een ruimer woord, of een ander vakgebied.',
    showEveryone: 'Toon iedereen',
    searchLabel: 'Zoek op naam of vakgebied',
    searchPlaceholder: 'Naam of vak',
    clearSearch: 'Zoekopdracht wissen',
  },
})
