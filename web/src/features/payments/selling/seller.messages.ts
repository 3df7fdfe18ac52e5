import type { SellerDue, SellerStake } from '@kundig/contract/payments/payment-life-cycle'

import { defineTexts } from '../../../platform/i18n/texts.ts'

export const sellerTexts = defineTexts({
  en: {
    title: 'Getting paid',
    lead: 'As a seller you can request payments in your chats. Stripe pays them out to your bank account.',
    inactive: 'Inactive',
    inProgress: 'In progress',
    ready: 'Ready',
    refused: 'Refused',
    restricted: 'Restricted',
    setUpAgain: 'Set up again',
    status: (status: string) => `Seller status: ${status}`,
    become: 'Become a Seller',
    becomeHint: 'Stripe asks who you are and where the money goes. It takes a few minutes.',
    continue: 'Continue at Stripe',
    dueTitle: 'Stripe still needs:',
    dueBy: (day: string, stake: SellerStake) =>
      stake === 'payouts'
        ? `Stripe needs this by ${day}, or your payouts stop:`
        : `Stripe needs this by ${day}, or you can no longer be paid:`,
    waitTitle: 'Stripe has everything it needs from you.',
    wait: 'It is checking your details. Once that’s done, you can request payments. You’ll see it here.',
    waitStopped:
      'It is checking your details. You’ll see here when payments resume. The Stripe dashboard shows why they stopped.',
    check: 'Check again',
    checked: 'Nothing new yet',
    refusedText: 'Stripe can’t accept you as a seller with these details. See why at Stripe.',
    toStripe: 'View at Stripe',
    readyText: 'You can request a payment in any open chat.',
    earnings: 'See your earnings',
    dashboard: 'Open Stripe dashboard',
    opensNewTab: '(opens in a new tab)',
    loading: 'Loading…',
    retry: 'Try again',
    leaving: 'Going to Stripe…',
  },
  nl: {
    title: 'Betalingen ontvangen',
    lead: 'Als verkoper stuur je betaalverzoeken in je chats. Stripe betaalt uit op je bankrekening.',
    inactive: 'Niet actief',
    inProgress: 'Nog niet afgerond',
    ready: 'Klaar',
    refused: 'Geweigerd',
    restricted: 'Beperkt',
    setUpAgain: 'Opnieuw aanmelden',
    status: (status) => `Status als verkoper: ${status}`,
    become: 'Word verkoper',
    becomeHint: 'Stripe vraagt wie je bent en waar het geld naartoe gaat. Dat kost een paar minuten.',
    continue: 'Verder bij Stripe',
    dueTitle: 'Stripe heeft deze gegevens nog nodig:',
    dueBy: (day, stake) =>
      stake === 'payouts'
        ? `Stripe heeft dit uiterlijk ${day} nodig, anders stoppen je uitbetalingen:`
        : `Stripe heeft dit uiterlijk ${day} nodig, anders kun je niet meer betaald worden:`,
    waitTitle: 'Stripe heeft alle gegevens die nodig zijn.',
    wait: 'Stripe controleert je gegevens. Zodra dat klaar is, kun je betaalverzoeken sturen. Je ziet het hier.',
    waitStopped:
      'Stripe controleert je gegevens. Je ziet hier wanneer betalingen weer kunnen. In het Stripe-dashboard zie je waarom de betalingen zijn gestopt.',
    check: 'Opnieuw controleren',
    checked: 'Nog niets nieuws',
    refusedText: 'Stripe kan je met deze gegevens niet als verkoper accepteren. Bij Stripe zie je waarom.',
    toStripe: 'Bekijken bij Stripe',
    readyText: 'Je kunt in elke open chat een betaalverzoek sturen.',
    earnings: 'Je inkomsten bekijken',
    dashboard: 'Stripe-dashboard openen',
    opensNewTab: '(opent in een nieuw tabblad)',
    loading: 'Laden…',
    retry: 'Probeer opnieuw',
    leaving: 'Naar Stripe…',
  },
})

/** Texts of Stripe’s pending requirements. A review and a refusal have their own texts. */
export const dueTexts = defineTexts({
  en: {
    identity: 'Who you are',
    business: 'What you do',
    bank_account: 'A bank account to pay out to',
    terms: 'Your agreement to Stripe’s terms',
    other: 'A few more details',
  } as const satisfies Record<Exclude<SellerDue, 'review' | 'refused'>, string>,
  nl: {
    identity: 'Wie je bent',
    business: 'Wat je doet',
    bank_account: 'Een bankrekening voor je uitbetalingen',
    terms: 'Je akkoord met de voorwaarden van Stripe',
    other: 'Nog een paar gegevens',
  },
})
