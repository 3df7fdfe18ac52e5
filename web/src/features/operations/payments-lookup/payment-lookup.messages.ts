import { defineTexts } from '../../../platform/i18n/texts.ts'

/** What happened to a payment, and how Stripe has it. */
export const paymentLookupTexts = defineTexts({
  en: {
    title: 'What happened',
    failed: 'What happened could not be loaded',
    asked: (amount: string) => `${amount} was asked for`,
    decided: (state: string) => `It was settled: ${state}`,
    attempt: (method: string, why: string) => `${method} was refused: ${why}`,
    refund: (amount: string, state: string) => `${amount} ${state}`,
    event: (type: string) => `Stripe sent ${type}`,
    unhandled: 'not handled yet',
    ask: 'Ask Stripe',
    answer: 'Stripe at this moment',
    says: (status: string, received: string, refunded: string) =>
      `Stripe says ${status}: ${received} received, ${refunded} refunded`,
    same: 'It is the same here.',
    differs: (what: string) => `It differs here in: ${what}`,
    away: 'Stripe cannot be asked at this moment. Everything else here is as our records have it.',
    lookAgain: 'Take in what Stripe says',
    lookedAgain: 'What Stripe says is taken in',
  },
  nl: {
    title: 'Wat er is gebeurd',
    failed: 'Wat er is gebeurd kon niet worden geladen',
    asked: (amount) => `Er is om ${amount} gevraagd`,
    decided: (state) => `Het is afgehandeld: ${state}`,
    attempt: (method, why) => `${method} is geweigerd: ${why}`,
    refund: (amount, state) => `${amount} is ${state}`,
    event: (type) => `Stripe stuurde ${type}`,
    unhandled: 'nog niet verwerkt',
    ask: 'Stripe vragen',
    answer: 'Stripe op dit moment',
    says: (status, received, refunded) => `Stripe zegt ${status}: ${received} ontvangen, ${refunded} terugbetaald`,
    same: 'Hier staat hetzelfde.',
    differs: (what) => `Hier is anders: ${what}`,
    away: 'Stripe is op dit moment niet te bereiken. Al het andere hier is zoals wij het hebben.',
    lookAgain: 'Overnemen wat Stripe zegt',
    lookedAgain: 'Wat Stripe zegt is overgenomen',
  },
})
