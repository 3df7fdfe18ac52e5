import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Texts of search results, loaded with the first search. */
export const foundMessagesTexts = defineTexts({
  en: {
    results: 'Search results',
    searchFailed: 'The search failed',
    noneFound: 'No messages found',
    noneFoundText: (words: string) => `No message contains “${words}”.`,
    found: (count: number, hasMore: boolean) =>
      hasMore ? `${count} or more messages found` : count === 1 ? '1 message found' : `${count} messages found`,
    moreFoundFailed: 'More messages could not be loaded.',
  },
  nl: {
    results: 'Zoekresultaten',
    searchFailed: 'Zoeken is mislukt',
    noneFound: 'Geen berichten gevonden',
    noneFoundText: (words: string) => `Geen enkel bericht bevat ‘${words}’.`,
    found: (count: number, hasMore: boolean) =>
      hasMore
        ? `${count} of meer berichten gevonden`
        : count === 1
          ? '1 bericht gevonden'
          : `${count} berichten gevonden`,
    moreFoundFailed: 'Meer berichten konden niet worden geladen.',
  },
})
