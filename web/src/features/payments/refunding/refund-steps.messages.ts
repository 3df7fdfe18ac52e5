import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Texts of refund steps on the card, in the chat and in toasts, where both people and the payment are known. */
export const refundStepTexts = defineTexts({
  en: {
    youRequested: (amount: string) => `You asked for a ${amount} refund`,
    theyRequested: (amount: string, name: string) => `${name} asked for a ${amount} refund`,
    youWithdrew: (amount: string) => `You withdrew the request for a ${amount} refund`,
    theyWithdrew: (amount: string, name: string) => `${name} withdrew the request for a ${amount} refund`,
    youDeclined: (amount: string) => `You declined the ${amount} refund`,
    theyDeclined: (amount: string, name: string) => `${name} declined the ${amount} refund`,
    supportDeclined: (amount: string) => `Support declined the ${amount} refund`,
    youRefunded: (amount: string, name: string) => `You refunded ${name} ${amount}`,
    theyRefunded: (amount: string, name: string) => `${name} refunded you ${amount}`,
    supportRefunded: (amount: string) => `Support refunded ${amount}`,
    stripeRefunded: (amount: string) => `${amount} was refunded`,
    refundFailed: (amount: string) => `The refund of ${amount} failed`,
  },
  nl: {
    youRequested: (amount: string) => `Je hebt ${amount} teruggevraagd`,
    theyRequested: (amount: string, name: string) => `${name} heeft ${amount} teruggevraagd`,
    youWithdrew: (amount: string) => `Je hebt het terugbetaalverzoek van ${amount} ingetrokken`,
    theyWithdrew: (amount: string, name: string) => `${name} heeft het terugbetaalverzoek van ${amount} ingetrokken`,
    youDeclined: (amount: string) => `Je hebt de terugbetaling van ${amount} afgewezen`,
    theyDeclined: (amount: string, name: string) => `${name} heeft de terugbetaling van ${amount} afgewezen`,
    supportDeclined: (amount: string) => `Support heeft de terugbetaling van ${amount} afgewezen`,
    youRefunded: (amount: string, name: string) => `Je hebt ${name} ${amount} terugbetaald`,
    theyRefunded: (amount: string, name: string) => `${name} heeft je ${amount} terugbetaald`,
    supportRefunded: (amount: string) => `Support heeft ${amount} terugbetaald`,
    stripeRefunded: (amount: string) => `${amount} is terugbetaald`,
    refundFailed: (amount: string) => `De terugbetaling van ${amount} is mislukt`,
  },
})
