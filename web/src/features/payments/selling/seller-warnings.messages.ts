import { defineTexts } from '../../../platform/i18n/texts.ts'

export const sellerWarningTexts = defineTexts({
  en: {
    lost: 'Your earlier account at Stripe can no longer be used',
    lostText: 'It was closed, or belongs to another installation of this site. Set up a new account to get paid again.',
    noTransfers: 'Stripe has stopped payments to you',
    noTransfersText: 'Until that is settled nobody can pay you. What you were paid before stays yours.',
    noPayouts: 'Stripe has stopped your payouts',
    noPayoutsText: 'You can still be paid. The money stays with Stripe until your payouts are on again.',
    failed: (amount: string, day: string) => `Your bank did not take the payout of ${amount} of ${day}`,
    failedAccount:
      'Your bank says that the account is closed, or that its details are wrong. Give another one in the Stripe dashboard; Stripe then tries again.',
    failedText:
      'The money is back at Stripe and still yours. Check your bank account in the Stripe dashboard; Stripe then tries again.',
  },
  nl: {
    lost: 'Je eerdere account bij Stripe kan niet meer gebruikt worden',
    lostText:
      'Het is gesloten, of hoort bij een andere installatie van deze site. Maak een nieuw account om weer geld te ontvangen.',
    noTransfers: 'Stripe heeft betalingen aan jou stopgezet',
    noTransfersText: 'Tot dat is opgelost, kan niemand je betalen. Wat je eerder kreeg, blijft van jou.',
    noPayouts: 'Stripe heeft je uitbetalingen stopgezet',
    noPayoutsText: 'Je kunt nog wel betaald worden. Het geld blijft bij Stripe tot je uitbetalingen weer aanstaan.',
    failed: (amount, day) => `Je bank nam de uitbetaling van ${amount} van ${day} niet aan`,
    failedAccount:
      'Volgens je bank is de rekening gesloten of kloppen de gegevens niet. Geef in het Stripe-dashboard een andere op; Stripe probeert het dan opnieuw.',
    failedText:
      'Het geld is terug bij Stripe en nog steeds van jou. Controleer je bankrekening in het Stripe-dashboard; Stripe probeert het dan opnieuw.',
  },
})
