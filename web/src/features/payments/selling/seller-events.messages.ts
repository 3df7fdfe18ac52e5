import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Text of a live event's toast. Every page loads this file, so keep it small. */
export const sellerEventTexts = defineTexts({
  en: { isReadyNow: 'You can receive payments now' },
  nl: { isReadyNow: 'Je kunt nu betalingen ontvangen' },
})
