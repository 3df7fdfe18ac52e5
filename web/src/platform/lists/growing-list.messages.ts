import { defineTexts } from '../i18n/texts.ts'

export const growingListTexts = defineTexts({
  en: {
    more: 'Show more',
    loading: 'More is loading',
    added: (count: number) => (count === 1 ? 'One more is shown' : `${count} more are shown`),
  },
  nl: {
    more: 'Meer tonen',
    loading: 'Meer wordt geladen',
    added: (count) => (count === 1 ? 'Er wordt er nog één getoond' : `Er worden er nog ${count} getoond`),
  },
})
