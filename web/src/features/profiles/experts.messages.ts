import { defineTexts } from '../../platform/i18n/texts.ts'

/** What stands at the search and the list of experts. */
export const expertsTexts = defineTexts({
  en: {
    loading: 'Loading experts…',
    shown: (count: number, more: boolean) =>
      `${more ? 'More than ' : ''}${count} ${count === 1 && !more ? 'expert' : 'experts'}`,
    showMore: 'Show more',
    moreFailed: 'More experts could not be loaded.',
    retry: 'Try again',
    noneTitle: 'No experts yet',
    noneText: 'Nobody has shared a public profile yet. Be the first: complete yours and tick the box.',
    noMatchTitle: (query: string) => `Nobody answers to “${query}” yet`,
    noCategoryTitle: (label: string) => `Nobody in ${label} yet`,
    noMatchText: 'Names and fields are searched. Try a broader word, or another field.',
    showEveryone: 'Show everyone',
    searchLabel: 'Search by name or field',
    searchPlaceholder: 'Name or field',
    clearSearch: 'Clear search',
  },
  nl: {
    loading: 'Experts laden…',
    shown: (count, more) => `${more ? 'Meer dan ' : ''}${count} ${count === 1 && !more ? 'expert' : 'experts'}`,
    showMore: 'Toon meer',
    moreFailed: 'Meer experts laden is niet gelukt.',
    retry: 'Probeer opnieuw',
    noneTitle: 'Nog geen experts',
    noneText: 'Er is nog geen openbaar profiel. Wees de eerste: maak je profiel af en zet het vinkje aan.',
    noMatchTitle: (query) => `Nog niemand gevonden voor “${query}”`,
    noCategoryTitle: (label) => `Nog niemand in ${label}`,
    noMatchText: 'Er wordt op naam en vakgebied gezocht. Probeer een ruimer woord, of een ander vakgebied.',
    showEveryone: 'Toon iedereen',
    searchLabel: 'Zoek op naam of vakgebied',
    searchPlaceholder: 'Naam of vak',
    clearSearch: 'Zoekopdracht wissen',
  },
})
