import { defineTexts } from '../../../platform/i18n/texts.ts'
import type { DeclineReason } from './decline-reason.ts'

/**
 * Why nothing was charged, and what helps. A lost or stolen card is shown as plainly declined: whoever holds it need
 * not know (https://docs.stripe.com/declines/codes).
 */
export const declineTexts = defineTexts({
  en: {
    form_incomplete: 'Fill in the card details first.',
    declined: 'Your bank declined the card without saying why. Your bank can tell you more.',
    insufficient_funds: 'There is not enough money on this card.',
    expired_card: 'This card has expired.',
    wrong_number: 'The card number is not right.',
    wrong_expiry: 'The expiry date is not right.',
    wrong_cvc: 'The security code (CVC) is not right.',
    wrong_address: 'The address does not match the card.',
    limit_reached: 'This card has reached its limit for now. Use another card, or try again later.',
    card_not_supported: 'This card cannot be used for this payment.',
    authentication_failed: 'Your bank could not confirm that it was you.',
    abandoned: 'You didn’t confirm with your bank.',
    try_again: 'Your bank couldn’t process the card. Try again in a moment.',
    test_mode: 'This site is in test mode and doesn’t accept real cards. Use a test card.',
    over: 'This attempt has expired. Try again.',
    network: 'Network error. Please try again.',
    unavailable: 'Stripe cannot be reached right now. Please try again in a moment.',
    unknown: 'The payment did not go through. Use another card, or try again later.',
  } as const satisfies Record<DeclineReason, string>,
  nl: {
    form_incomplete: 'Vul eerst de kaartgegevens in.',
    declined: 'Je bank heeft de kaart geweigerd zonder te zeggen waarom. Je bank kan je meer vertellen.',
    insufficient_funds: 'Er staat niet genoeg geld op deze kaart.',
    expired_card: 'Deze kaart is verlopen.',
    wrong_number: 'Het kaartnummer klopt niet.',
    wrong_expiry: 'De vervaldatum klopt niet.',
    wrong_cvc: 'De beveiligingscode (CVC) klopt niet.',
    wrong_address: 'Het adres hoort niet bij de kaart.',
    limit_reached: 'Deze kaart heeft voor nu zijn limiet bereikt. Gebruik een andere kaart of probeer het later.',
    card_not_supported: 'Met deze kaart kun je dit niet betalen.',
    authentication_failed: 'Je bank kon niet vaststellen dat jij het was.',
    abandoned: 'Je hebt niet bevestigd bij je bank.',
    try_again: 'Je bank kon de kaart nu niet verwerken. Probeer het zo nog eens.',
    test_mode: 'Deze site staat in testmodus: echte kaarten werken hier niet. Gebruik een testkaart.',
    over: 'Deze poging is verlopen. Probeer het opnieuw.',
    network: 'Netwerkfout. Probeer het opnieuw.',
    unavailable: 'Stripe is nu niet bereikbaar. Probeer het zo nog eens.',
    unknown: 'De betaling is niet gelukt. Gebruik een andere kaart of probeer het later.',
  },
})
