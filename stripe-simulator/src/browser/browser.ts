import { lookOfPage } from './dom-building.ts'
import { localised } from './form-messages.ts'
import type { Locale, PaymentIntentResult, SetupIntentResult, StripeError } from './intents.ts'
import { finishPayment, finishSetup } from './next-actions.ts'
import { mountCardForm, type MountedForm } from './setup-form.ts'
import { type SimulatorApi, simulatorApi } from './simulator-api.ts'

export type {
  Locale,
  PaymentIntent,
  PaymentIntentResult,
  SetupIntent,
  SetupIntentResult,
  StripeError,
} from './intents.ts'

/** How a setup form looks, and whom it tells what. */
export interface SetupFormOptions {
  /** Of the SetupIntent that the form confirms. */
  clientSecret: string
  locale: Locale
  dark: boolean
  /** Called once, when the form can be typed into. */
  onReady?: () => void
  /** Called whenever the form has become complete (true) or is so no longer (false). */
  onChange?: (complete: boolean) => void
}

/** A card form on the page. */
export interface SetupForm {
  /** The same as `confirmSetup` with this form. */
  confirm: () => Promise<SetupIntentResult>
  /** Puts the focus on the first field that still needs something, else on the number. */
  focus: () => void
  /** Another language or mode, without losing what was typed. */
  update: (look: { locale?: Locale; dark?: boolean }) => void
  /**
   * Takes the form away, and with it whatever was typed; a 3-D Secure dialog that it had opened counts as closed. A
   * second call does nothing.
   */
  unmount: () => void
}

/** What the simulator does in a browser, in place of Stripe.js. No call rejects: an error is a result. */
export interface SimulatedStripe {
  /**
   * Puts a card form into `container`, in a shadow root with styles of its own.
   * @see simulator-look.ts for the custom properties by which the page hands its look in
   */
  mountSetupForm: (container: HTMLElement, options: SetupFormOptions) => SetupForm
  /**
   * Saves the card of a form: checks it, sends it, and asks for 3-D Secure where the card wants it. A
   * `validation_error` stands beside the fields; every other error is the page's to tell. After a 3-D Secure dialog
   * that was closed the intent still waits for it, and the error has the code `setup_intent_authentication_failure`.
   * @param returnUrl where to come back to, should the confirmation lead to another page
   */
  confirmSetup: (options: { form: SetupForm; returnUrl: string }) => Promise<SetupIntentResult>
  /**
   * Pays, with 3-D Secure where it is wanted. Without a payment method, the one that the intent has.
   * @param options payment_method is the id of a saved card
   */
  confirmCardPayment: (clientSecret: string, options?: { payment_method?: string }) => Promise<PaymentIntentResult>
  retrievePaymentIntent: (clientSecret: string) => Promise<PaymentIntentResult>
  retrieveSetupIntent: (clientSecret: string) => Promise<SetupIntentResult>
  /**
   * Goes on where a page that was left or reloaded had stopped: opens 3-D Secure for an intent that waits for it, and
   * hands back every other intent as it is.
   * @param options clientSecret of a SetupIntent or of a PaymentIntent
   */
  handleNextAction: (options: { clientSecret: string }) => Promise<SetupIntentResult | PaymentIntentResult>
}

/**
 * The browser's half of the simulator. Loads nothing and asks nothing until it is used.
 * @param options publishableKey is `pk_test_…`; url is the simulator's address, with its path prefix if it has one,
 *   absolute or relative to the page
 */
export function loadSimulatedStripe({ publishableKey, url }: { publishableKey: string; url: string }): SimulatedStripe {
  const api = simulatorApi(publishableKey, url)
  const saves = new WeakMap<SetupForm, (returnUrl: string | null) => Promise<SetupIntentResult>>()

  const mountSetupForm: SimulatedStripe['mountSetupForm'] = (container, options) => {
    const mounted = mountCardForm(container, { locale: options.locale, dark: options.dark }, options.onChange)
    let underWay: Promise<SetupIntentResult> | null = null
    const save = (returnUrl: string | null): Promise<SetupIntentResult> => {
      underWay ??= saveCard(api, mounted, options.clientSecret, returnUrl).finally(() => {
        underWay = null
      })
      return underWay
    }
    const form: SetupForm = {
      confirm: () => save(null),
      focus: mounted.focus,
      update: mounted.setLook,
      unmount: mounted.remove,
    }
    saves.set(form, save)
    // As with Stripe.js, nobody is told before they have the form in their hands.
    if (options.onReady) queueMicrotask(options.onReady)
    return form
  }

  const retrieveSetupIntent: SimulatedStripe['retrieveSetupIntent'] = async (clientSecret) => {
    const { value, error } = await api.setupIntent(clientSecret)
    return error ? { error: localised(error, lookOfPage().locale) } : { setupIntent: value }
  }
  const retrievePaymentIntent: SimulatedStripe['retrievePaymentIntent'] = async (clientSecret) => {
    const { value, error } = await api.paymentIntent(clientSecret)
    return error ? { error: localised(error, lookOfPage().locale) } : { paymentIntent: value }
  }

  return {
    mountSetupForm,
    retrieveSetupIntent,
    retrievePaymentIntent,
    confirmSetup: async ({ form, returnUrl }) => {
      const save = saves.get(form)
      return save ? save(returnUrl) : { error: { type: 'invalid_request_error', message: 'This form is not of here.' } }
    },
    confirmCardPayment: async (clientSecret, { payment_method } = {}) => {
      const look = lookOfPage()
      if (payment_method === undefined) {
        const { value, error } = await api.paymentIntent(clientSecret)
        if (error) return { error: localised(error, look.locale) }
        if (value.status === 'requires_action') return finishPayment(api, value, look)
      }
      const params = payment_method === undefined ? {} : { payment_method }
      const { value, error } = await api.confirmPaymentIntent(clientSecret, params)
      return error ? { error: localised(error, look.locale) } : finishPayment(api, value, look)
    },
    handleNextAction: async ({ clientSecret }) => {
      const look = lookOfPage()
      if (clientSecret.startsWith('seti_')) {
        const result = await retrieveSetupIntent(clientSecret)
        return result.setupIntent?.status === 'requires_action' ? finishSetup(api, result.setupIntent, look) : result
      }
      const result = await retrievePaymentIntent(clientSecret)
      return result.paymentIntent?.status === 'requires_action'
        ? finishPayment(api, result.paymentIntent, look)
        : result
    },
  }
}

/** Sends the card of a form and saves it with the intent; while that lasts, the form stays as it is. */
async function saveCard(
  api: SimulatorApi,
  form: MountedForm,
  clientSecret: string,
  returnUrl: string | null,
): Promise<SetupIntentResult> {
  const { card, error: incomplete } = form.read()
  if (incomplete) return { error: incomplete }
  form.setBusy(true)
  const refused = (error: StripeError): SetupIntentResult => {
    form.setBusy(false)
    form.mark(error)
    return { error: localised(error, form.look().locale) }
  }
  const created = await api.createCard(card)
  if (created.error) return refused(created.error)
  const { value, error } = await api.confirmSetupIntent(clientSecret, {
    payment_method: created.value,
    ...(returnUrl !== null && { return_url: returnUrl }),
  })
  if (error) return refused(error)
  const result = await finishSetup(api, value, form.look(), form.removed)
  return result.error ? refused(result.error) : result
}
