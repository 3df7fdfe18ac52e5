import { defineTexts } from '../../../platform/i18n/texts.ts'

/** What is told wherever one is. Apart from what the account page says of sellers, which comes with that page. */
export const sellerNewsTexts = defineTexts({
  en: { isReadyNow: 'You can receive payments now' },
  nl: { isReadyNow: 'Je kunt nu betalingen ontvangen' },
})
