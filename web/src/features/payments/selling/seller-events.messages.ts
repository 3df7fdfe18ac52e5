import { defineTexts } from '../../../platform/i18n/texts.ts'

/** The toast of a live event, in the code of every page: keep it small. */
export const sellerEventTexts = defineTexts({
  en: { isReadyNow: 'You can receive payments now' },
  nl: { isReadyNow: 'Je kunt nu betalingen ontvangen' },
})
