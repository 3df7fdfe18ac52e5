import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Shown on every page, so separate from the texts that load with the account page. */
export const sellerNewsTexts = defineTexts({
  en: { isReadyNow: 'You can receive payments now' },
  nl: { isReadyNow: 'Je kunt nu betalingen ontvangen' },
})
