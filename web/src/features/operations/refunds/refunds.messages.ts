import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Looking up and refunding a payment. */
export const refundsTexts = defineTexts({
  en: {
    title: 'Find or refund a payment',
    lead: 'By the id of the payment, or by the one of its payment intent at Stripe (pi_…). If you do not know it: a person’s page lists their payments. A refund comes from the seller or from the site; both people read why.',
    reference: 'Id of the payment',
    referenceWrong: 'Such as pi_3Kd… or 0197c2…-…',
    find: 'Find',
    paid: (seller: string, buyer: string) => `${buyer} paid ${seller}`,
    asked: (seller: string, buyer: string) => `${seller} asked ${buyer} for a payment`,
    nobody: 'somebody without a profile',
    amounts: (amount: string, left: string) => `${amount}, of which ${left} can be refunded`,
    fee: (amount: string) => `Service fee: ${amount}`,
    test: 'Test, no money',
    amount: 'Amount in euros',
    amountHint: (left: string) => `At most ${left}`,
    reason: 'Why',
    reasonHint: 'Both people read this',
    refund: 'Refund',
    question: (amount: string) => `Refund ${amount}?`,
    questionText: 'It is taken from what the seller was paid, and cannot be taken back.',
    fromPlatform: 'From the site’s own money',
    fromPlatformHint: 'The seller keeps what they were paid.',
    questionFromPlatform: 'The site pays it, and it cannot be taken back.',
    surely: (amount: string) => `Refund ${amount}`,
    cancel: 'Cancel',
    done: (amount: string) => `${amount} is refunded`,
    pending: (amount: string) => `The refund of ${amount} is on its way`,
  },
  nl: {
    title: 'Een betaling zoeken of terugbetalen',
    lead: 'Met het nummer van de betaling, of met dat van de payment intent bij Stripe (pi_…). Ken je het niet: op de pagina van een persoon staan de betalingen. Een terugbetaling komt van de verkoper of van de site; allebei lezen ze waarom.',
    reference: 'Nummer van de betaling',
    referenceWrong: 'Bijvoorbeeld pi_3Kd… of 0197c2…-…',
    find: 'Zoeken',
    paid: (seller: string, buyer: string) => `${buyer} heeft ${seller} betaald`,
    asked: (seller: string, buyer: string) => `${seller} vroeg ${buyer} om een betaling`,
    nobody: 'iemand zonder profiel',
    amounts: (amount: string, left: string) => `${amount}, waarvan ${left} terugbetaald kan worden`,
    fee: (amount: string) => `Servicekosten: ${amount}`,
    test: 'Test, geen geld',
    amount: 'Bedrag in euro’s',
    amountHint: (left: string) => `Hoogstens ${left}`,
    reason: 'Waarom',
    reasonHint: 'Allebei lezen ze dit',
    refund: 'Terugbetalen',
    question: (amount: string) => `${amount} terugbetalen?`,
    questionText: 'Het gaat van de opbrengst van de verkoper af, en kan niet ongedaan worden gemaakt.',
    fromPlatform: 'Van het geld van de site zelf',
    fromPlatformHint: 'De verkoper houdt wat die heeft ontvangen.',
    questionFromPlatform: 'De site betaalt het, en dat kan niet ongedaan worden gemaakt.',
    surely: (amount: string) => `${amount} terugbetalen`,
    cancel: 'Annuleren',
    done: (amount: string) => `${amount} is terugbetaald`,
    pending: (amount: string) => `De terugbetaling van ${amount} is onderweg`,
  },
})

/** What sellers left unanswered. */
export const refundRequestsTexts = defineTexts({
  en: {
    title: 'Refunds that nobody answered',
    lead: 'What buyers asked to have back, where the seller gave no answer within seven days. Payments of your own are not here.',
    none: 'Nothing waits.',
    failed: 'These could not be loaded',
    asks: (buyer: string, seller: string, amount: string, paid: string) =>
      `${buyer} asks for ${amount} of the ${paid} that went to ${seller}`,
    refundNamed: (amount: string, buyer: string) => `Refund ${amount} to ${buyer}`,
    decline: 'Decline',
    declineNamed: (amount: string, buyer: string) => `Decline that ${buyer} gets ${amount} back`,
    declined: 'Declined: both people read why',
    answeredAlready: 'This has been answered or withdrawn already',
  },
  nl: {
    title: 'Terugbetalingen zonder antwoord',
    lead: 'Wat kopers terugvroegen, waar de verkoper binnen zeven dagen niet antwoordde. Je eigen betalingen staan hier niet.',
    none: 'Er wacht niets.',
    failed: 'Deze konden niet worden geladen',
    asks: (buyer: string, seller: string, amount: string, paid: string) =>
      `${buyer} vraagt ${amount} terug van de ${paid} die naar ${seller} ging`,
    refundNamed: (amount: string, buyer: string) => `${amount} terugbetalen aan ${buyer}`,
    decline: 'Afwijzen',
    declineNamed: (amount: string, buyer: string) => `Afwijzen dat ${buyer} ${amount} terugkrijgt`,
    declined: 'Afgewezen: allebei lezen ze waarom',
    answeredAlready: 'Dit is al beantwoord of ingetrokken',
  },
})

export const paymentStateTexts = defineTexts({
  en: { pending: 'Not paid yet', completed: 'Paid', rejected: 'Ended without payment' },
  nl: { pending: 'Nog niet betaald', completed: 'Betaald', rejected: 'Geëindigd zonder betaling' },
})

export const refundStateTexts = defineTexts({
  en: { pending: 'on its way', succeeded: 'refunded', failed: 'failed', canceled: 'cancelled' },
  nl: { pending: 'onderweg', succeeded: 'terugbetaald', failed: 'mislukt', canceled: 'geannuleerd' },
})

export const refunderTexts = defineTexts({
  en: { seller: 'by the seller', operator: 'by who runs the site', stripe: 'at Stripe' },
  nl: { seller: 'door de verkoper', operator: 'door het beheer', stripe: 'bij Stripe' },
})
