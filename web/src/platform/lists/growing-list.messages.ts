import { defineTexts } from '../i18n/texts.ts'

export const growingListTexts = defineTexts({
  en: {
    more: 'Show more',
    loading: 'Loading more',
    added: (count: number) => `${count} more shown`,
  },
  nl: {
    more: 'Meer tonen',
    loading: 'Meer laden',
    added: (count) => `${count} extra getoond`,
  },
})
