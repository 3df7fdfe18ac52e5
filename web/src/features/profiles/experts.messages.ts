import { defineTexts } from '../../platform/i18n/texts.ts'

/** What stands at the search and the list of experts. */
export const expertsTexts = defineTexts({
  en: {
    loading: 'Loading experts…',
    shown: (count: number, more: boolean) =>
      `${count}${more ? '+' : ''} ${count === 1 && !more ? 'expert' : 'experts'}`,
    showMore: 'Show more',
    moreFailed: 'More experts could not be loaded.',
    retry: 'Try again',
    noneTitle: 'No experts yet',
    noneText: 'Nobody has shared a public profile yet. Be the first: complete yours and tick the box.',
    noMatchTitle: (query: string) => `Nobody answers to “${query}” yet`,
    noCategoryTitle: (label: string) => `Nobody in ${label} yet`,
    noMatchText: 'Try a broader word, or another field.',
    showEveryone: 'Show everyone',
    searchLabel: 'Search by name or expertise',
    searchPlaceholder: 'Name or expertise',
    clearSearch: 'Clear search',
  },
  nl: {
    loading: 'Experts laden…',
    shown: (count, more) => `${count}${more ? '+' : ''} ${count === 1 && !more ? 'expert' : 'experts'}`,
    showMore: 'Toon meer',
    moreFailed: 'Meer experts laden is niet gelukt.',
    retry: 'Probeer opnieuw',
    noneTitle: 'Nog geen experts',
    noneText: 'Er is nog geen openbaar profiel. Wees de eerste: maak je profiel af en zet het vinkje aan.',
    noMatchTitle: (query) => `Nog niemand gevonden voor “${query}”`,
    noCategoryTitle: (label) => `Nog niemand in ${label}`,
    noMatchText: 'Probeer een ruimer woord, of een ander vakgebied.',
    showEveryone: 'Toon iedereen',
    searchLabel: 'Zoek op naam of expertise',
    searchPlaceholder: 'Naam of expertise',
    clearSearch: 'Zoekopdracht wissen',
  },
})
