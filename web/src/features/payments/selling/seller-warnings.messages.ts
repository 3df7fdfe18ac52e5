import { defineTexts } from '../../../platform/i18n/texts.ts'

export const sellerWarningTexts = defineTexts({
  en: {
    lost: 'Your earlier account at Stripe can no longer be used',
    lostText: 'It was closed, or belongs to another installation of this site. Set up a new account to get paid again.',
    noTransfers: 'Stripe has stopped payments to you',
    noTransfersText: 'Until this is resolved, no one can pay you. You keep what you already earned.',
    noPayouts: 'Stripe has stopped your payouts',
    noPayoutsText: 'You can still be paid. The money stays at Stripe until payouts resume.',
    failed: (amount: string, day: string) => `Your bank rejected the payout of ${amount} on ${day}`,
    failedAccount:
      'Your bank says the account is closed or its details are wrong. Add another one in the Stripe dashboard, and Stripe will try again.',
    failedText:
      'The money is back at Stripe and still yours. Check your bank account in the Stripe dashboard, and Stripe will try again.',
  },
  nl: {
    lost: 'Je eerdere account bij Stripe kan niet meer gebruikt worden',
    lostText:
      'Het is gesloten, of hoort bij een andere installatie van deze site. Maak een nieuw account om weer geld te ontvangen.',
    noTransfers: 'Stripe heeft betalingen aan jou stopgezet',
    noTransfersText: 'Tot dat is opgelost, kan niemand je betalen. Wat je al hebt verdiend, blijft van jou.',
    noPayouts: 'Stripe heeft je uitbetalingen stopgezet',
    noPayoutsText: 'Je kunt nog wel betaald worden. Het geld blijft bij Stripe tot de uitbetalingen weer starten.',
    failed: (amount, day) => `Je bank weigerde de uitbetaling van ${amount} van ${day}`,
    failedAccount:
      'Volgens je bank is de rekening gesloten of kloppen de gegevens niet. Geef in het Stripe-dashboard een andere rekening op, dan probeert Stripe het opnieuw.',
    failedText:
      'Het geld is terug bij Stripe en nog steeds van jou. Controleer je bankrekening in het Stripe-dashboard, dan probeert Stripe het opnieuw.',
  },
})
