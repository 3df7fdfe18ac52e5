import './simulator-provider.css'
import { loadSimulatedStripe, type PaymentForm, type SetupForm } from 'stripe-simulator/browser'

import { registerLayer } from '../../../design-system/layers/layers.ts'
import { toPaymentOutcome, toPaymentState, toSetupOutcome } from './provider-outcome.ts'
import type { FormAppearance, PaymentProvider } from './provider.ts'

/** Creates a fake provider, which calls only our own server and moves no money. @param options `url` on our origin */
export function createSimulatorProvider(options: { publishableKey: string; url: string }): PaymentProvider {
  const stripe = loadSimulatedStripe({ ...options, onChallenge: registerLayer })
  return {
    mountSetupForm(container, { language: locale, ...rest }) {
      const form = stripe.mountSetupForm(container, { ...rest, locale })
      return {
        ...toMountedForm(form),
        confirmSetup: async ({ returnUrl }) => toSetupOutcome(await stripe.confirmSetup({ form, returnUrl })),
      }
    },
    mountPaymentForm(container, { language: locale, ...rest }) {
      const form = stripe.mountPaymentForm(container, { ...rest, locale })
      return {
        ...toMountedForm(form),
        confirmPayment: async ({ returnUrl }) => toPaymentOutcome(await stripe.confirmPayment({ form, returnUrl })),
      }
    },
    confirmCardPayment: async (clientSecret, paymentMethodId) =>
      toPaymentOutcome(await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId })),
    retrievePaymentIntent: async (clientSecret) => toPaymentState(await stripe.retrievePaymentIntent(clientSecret)),
    async resume(clientSecret) {
      const answer = await stripe.handleNextAction({ clientSecret })
      return toPaymentOutcome('setupIntent' in answer ? {} : answer)
    },
  }
}

function toMountedForm(form: SetupForm | PaymentForm) {
  return {
    focus: () => form.focus(),
    setAppearance: (look: FormAppearance) => form.update({ locale: look.language, dark: look.dark }),
    unmount: () => form.unmount(),
  }
}
