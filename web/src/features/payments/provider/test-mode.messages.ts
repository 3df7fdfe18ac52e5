import { defineTexts } from '../../../platform/i18n/texts.ts'

export const testModeTexts = defineTexts({
  en: {
    test: 'Payments run in test mode. No real money moves.',
    testCards: 'Test cards at Stripe',
    listed: 'Open “Test cards” below.',
  },
  nl: {
    test: 'Betalingen staan in testmodus. Er wordt geen echt geld overgemaakt.',
    testCards: 'Testkaarten bij Stripe',
    listed: 'Open ‘Testkaarten’ hieronder.',
  },
})
