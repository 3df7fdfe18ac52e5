import { defineTexts } from '../../../platform/i18n/texts.ts'

export const refundsTexts = defineTexts({
  en: {
    title: 'Find or refund a payment',
    lead: 'Enter the payment’s id or its payment intent at Stripe (pi_…). A person’s page lists their payments. Buyer and seller both read the reason for a refund.',
    reference: 'Payment id',
    referenceWrong: 'e.g. pi_3Kd… or 0197c2…-…',
    find: 'Find',
    paid: (seller: string, buyer: string) => `${buyer} paid ${seller}`,
    asked: (seller: string, buyer: string) => `${seller} asked ${buyer} for a payment`,
    amounts: (amount: string, left: string) => `${amount}, of which ${left} can be refunded`,
    fee: (amount: string) => `Service fee: ${amount}`,
    test: 'Test payment',
    amount: 'Amount in euros',
    amountHint: (left: string) => `Up to ${left}`,
    reason: 'Reason',
    reasonHint: 'Buyer and seller read this',
    refund: 'Refund',
    question: (amount: string) => `Refund ${amount}?`,
    questionText: 'The refund comes from the seller’s earnings. You can’t undo this.',
    fromPlatform: 'From the site’s own money',
    fromPlatformHint: 'The seller keeps their earnings.',
    questionFromPlatform: 'The site pays the refund. You can’t undo this.',
    surely: (amount: string) => `Refund ${amount}`,
    cancel: 'Cancel',
    done: (amount: string) => `${amount} refunded`,
    pending: (amount: string) => `The refund of ${amount} is on its way`,
  },
  nl: {
    title: 'Een betaling zoeken of terugbetalen',
    lead: 'Vul het nummer van de betaling in, of de payment intent bij Stripe (pi_…). Op de pagina van een persoon staan diens betalingen. Koper en verkoper lezen allebei de reden.',
    reference: 'Betaalnummer',
    referenceWrong: 'Bijv. pi_3Kd… of 0197c2…-…',
    find: 'Zoeken',
    paid: (seller: string, buyer: string) => `${buyer} heeft ${seller} betaald`,
    asked: (seller: string, buyer: string) => `${seller} vroeg een betaling aan ${buyer}`,
    amounts: (amount: string, left: string) => `${amount}, waarvan ${left} terugbetaald kan worden`,
    fee: (amount: string) => `Servicekosten: ${amount}`,
    test: 'Testbetaling',
    amount: 'Bedrag in euro’s',
    amountHint: (left: string) => `Maximaal ${left}`,
    reason: 'Reden',
    reasonHint: 'Koper en verkoper lezen dit',
    refund: 'Terugbetalen',
    question: (amount: string) => `${amount} terugbetalen?`,
    questionText: 'De terugbetaling gaat van de inkomsten van de verkoper af. Je kunt dit niet ongedaan maken.',
    fromPlatform: 'Van het geld van de site',
    fromPlatformHint: 'De verkoper houdt de inkomsten.',
    questionFromPlatform: 'De site betaalt de terugbetaling. Je kunt dit niet ongedaan maken.',
    surely: (amount: string) => `${amount} terugbetalen`,
    cancel: 'Annuleren',
    done: (amount: string) => `${amount} terugbetaald`,
    pending: (amount: string) => `De terugbetaling van ${amount} is onderweg`,
  },
})

/** Texts about refund requests that sellers did not answer in time. */
export const refundRequestsTexts = defineTexts({
  en: {
    title: 'Refund requests waiting for you',
    lead: 'The seller did not answer these requests within seven days. Your own payments are hidden.',
    none: 'No refund requests.',
    failed: 'The refund requests could not be loaded',
    asks: (buyer: string, seller: string, amount: string, paid: string) =>
      `${buyer} asked ${seller} to refund ${amount} of ${paid}`,
    refundNamed: (amount: string, buyer: string) => `Refund ${amount} to ${buyer}`,
    decline: 'Decline',
    declineNamed: (amount: string, buyer: string) => `Decline the ${amount} refund for ${buyer}`,
    declined: 'Declined. Buyer and seller read why.',
    answeredAlready: 'Already answered or withdrawn',
  },
  nl: {
    title: 'Terugbetaalverzoeken voor jou',
    lead: 'De verkoper heeft deze verzoeken niet binnen zeven dagen beantwoord. Je eigen betalingen zie je niet.',
    none: 'Geen terugbetaalverzoeken.',
    failed: 'De terugbetaalverzoeken konden niet worden geladen',
    asks: (buyer: string, seller: string, amount: string, paid: string) =>
      `${buyer} vroeg ${seller} om ${amount} van de ${paid} terug te betalen`,
    refundNamed: (amount: string, buyer: string) => `${amount} terugbetalen aan ${buyer}`,
    decline: 'Afwijzen',
    declineNamed: (amount: string, buyer: string) => `Terugbetaling van ${amount} aan ${buyer} afwijzen`,
    declined: 'Afgewezen. Koper en verkoper lezen waarom.',
    answeredAlready: 'Al beantwoord of ingetrokken',
  },
})

export const paymentStateTexts = defineTexts({
  en: { pending: 'Not paid yet', completed: 'Paid', rejected: 'Ended without payment' },
  nl: { pending: 'Nog niet betaald', completed: 'Betaald', rejected: 'Afgelopen zonder betaling' },
})

export const refundStateTexts = defineTexts({
  en: { pending: 'on its way', succeeded: 'refunded', failed: 'failed', canceled: 'cancelled' },
  nl: { pending: 'onderweg', succeeded: 'terugbetaald', failed: 'mislukt', canceled: 'geannuleerd' },
})

export const refunderTexts = defineTexts({
  en: { seller: 'by the seller', operator: 'by the team', stripe: 'at Stripe' },
  nl: { seller: 'door de verkoper', operator: 'door het team', stripe: 'bij Stripe' },
})
