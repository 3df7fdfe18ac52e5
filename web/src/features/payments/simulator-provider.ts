import './simulator-provider.css'
import { loadSimulatedStripe } from 'stripe-simulator/browser'

import { paymentOutcomeOf, paymentStateOf, setupOutcomeOf } from './provider-outcome.ts'
import type { PaymentProvider } from './provider.ts'

/**
 * The stand-in for Stripe, for trying Kundig out: no money moves, and it asks nobody but our own server.
 * @param options url is where the browser reaches it, on our own origin
 */
export function createSimulatorProvider(options: { publishableKey: string; url: string }): PaymentProvider {
  const stripe = loadSimulatedStripe(options)
  return {
    mountSetupForm(container, { clientSecret, language, dark, onReady }) {
      const form = stripe.mountSetupForm(container, { clientSecret, locale: language, dark, onReady })
      return {
        confirmSetup: async ({ returnUrl }) => setupOutcomeOf(await stripe.confirmSetup({ form, returnUrl })),
        focus: () => form.focus(),
        setLook: (look) => form.update({ locale: look.language, dark: look.dark }),
        unmount: () => form.unmount(),
      }
    },
    confirmCardPayment: async (clientSecret, paymentMethodId) =>
      paymentOutcomeOf(await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId })),
    retrievePaymentIntent: async (clientSecret) => paymentStateOf(await stripe.retrievePaymentIntent(clientSecret)),
    async resume(clientSecret) {
      const answer = await stripe.handleNextAction({ clientSecret })
      return paymentOutcomeOf('setupIntent' in answer ? {} : answer)
    },
  }
}
