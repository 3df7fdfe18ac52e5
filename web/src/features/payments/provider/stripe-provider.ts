import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

import { suspendModality } from '../../../design-system/layers/modal-stack.ts'
import {
  type PaymentAnswer,
  type SetupAnswer,
  toPaymentOutcome,
  toPaymentState,
  toSetupOutcome,
} from './provider-outcome.ts'
import type { CardFormOptions, FormAppearance, PaymentProvider } from './provider.ts'
import { buildStripeAppearance } from './stripe-provider-appearance.ts'

/** Result of a Stripe.js call that threw, because of wrong use or a browser extension. */
const THROWN = { error: { type: 'unexpected' } } as const

/** Loads Stripe's script from Stripe (https://docs.stripe.com/security/guide). Throws when the script cannot load. */
export async function createStripeProvider(publishableKey: string): Promise<PaymentProvider> {
  const stripe = await loadStripe(publishableKey)
  if (stripe === null) throw new Error('Stripe.js needs a page')
  return {
    mountSetupForm(container, options) {
      const { elements, form } = mountPaymentElement(stripe, container, options)
      return {
        ...form,
        confirmSetup: async ({ returnUrl }) =>
          toSetupOutcome(
            await callStripe<SetupAnswer>(() => stripe.confirmSetup(buildConfirmation(elements, returnUrl))),
          ),
      }
    },
    mountPaymentForm(container, options) {
      const { elements, form } = mountPaymentElement(stripe, container, options)
      return {
        ...form,
        confirmPayment: async ({ returnUrl }) =>
          toPaymentOutcome(
            await callStripe<PaymentAnswer>(() => stripe.confirmPayment(buildConfirmation(elements, returnUrl))),
          ),
      }
    },
    confirmCardPayment: async (clientSecret, paymentMethodId) =>
      toPaymentOutcome(
        await callStripe<PaymentAnswer>(() =>
          stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId }),
        ),
      ),
    retrievePaymentIntent: async (clientSecret) =>
      toPaymentState(await stripe.retrievePaymentIntent(clientSecret).catch(() => THROWN)),
    async resume(clientSecret) {
      const answer = await stripe.retrievePaymentIntent(clientSecret).catch(() => THROWN)
      // Stripe.js throws for an intent that needs no action.
      if (answer.error || answer.paymentIntent.status !== 'requires_action') return toPaymentOutcome(answer)
      return toPaymentOutcome(await callStripe<PaymentAnswer>(() => stripe.handleNextAction({ clientSecret })))
    },
  }
}

function mountPaymentElement(
  stripe: Stripe,
  container: HTMLElement,
  { clientSecret, language, dark, onReady, onFailed }: CardFormOptions,
) {
  const elements = stripe.elements({ clientSecret, locale: language, appearance: buildStripeAppearance(dark) })
  const element = elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never', link: 'never' } })
  element.on('ready', onReady)
  element.on('loaderror', onFailed)
  element.mount(container)
  let isMounted = true
  const form = {
    focus: () => element.focus(),
    setAppearance: (look: FormAppearance) =>
      void elements
        .update({ locale: look.language, appearance: buildStripeAppearance(look.dark) })
        .catch(() => undefined),
    unmount() {
      if (isMounted) element.destroy()
      isMounted = false
    },
  }
  return { elements, form }
}

function buildConfirmation(elements: StripeElements, returnUrl: string) {
  return { elements, confirmParams: { return_url: returnUrl }, redirect: 'if_required' as const }
}

/** Calls Stripe.js. Our dialogs are not modal during the call, because the bank's question may appear outside them. */
async function callStripe<Answer extends object>(call: () => Promise<Answer>): Promise<Answer | typeof THROWN> {
  const resumeModality = suspendModality()
  try {
    return await call()
  } catch {
    return THROWN
  } finally {
    resumeModality()
  }
}
