import type { OnChallenge } from './challenge-dialog.ts'
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

/** How a card form looks, and whom it tells what. */
export interface CardFormOptions {
  /** Of the intent that the form confirms. */
  clientSecret: string
  locale: Locale
  dark: boolean
  /** Called once, when the form can be typed into. */
  onReady?: () => void
  /** Called whenever the form has become complete (true) or is so no longer (false). */
  onChange?: (complete: boolean) => void
}

/** A card form on the page. */
export interface CardForm<Result> {
  /** The same as `confirmSetup` or `confirmPayment` with this form. */
  confirm: () => Promise<Result>
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

export type SetupForm = CardForm<SetupIntentResult>
export type PaymentForm = CardForm<PaymentIntentResult>

/** What the simulator does in a browser, in place of Stripe.js. No call rejects: an error is a result. */
export interface SimulatedStripe {
  /**
   * Puts a card form into `container`, in a shadow root with styles of its own.
   * @see simulator-look.ts for the custom properties by which the page hands its look in
   */
  mountSetupForm: (container: HTMLElement, options: CardFormOptions) => SetupForm
  /** The same for a card that pays once and is not saved: the client secret is that of a PaymentIntent. */
  mountPaymentForm: (container: HTMLElement, options: CardFormOptions) => PaymentForm
  /**
   * Saves the card of a form: checks it, sends it, and asks for 3-D Secure where the card wants it. A
   * `validation_error` stands beside the fields; every other error is the page's to tell. After a 3-D Secure dialog
   * that was closed the intent still waits for it, and the error has the code `setup_intent_authentication_failure`.
   * @param returnUrl where to come back to, should the confirmation lead to another page
   */
  confirmSetup: (options: { form: SetupForm; returnUrl: string }) => Promise<SetupIntentResult>
  /** Pays with the card of a form, as `confirmSetup` saves it. */
  confirmPayment: (options: { form: PaymentForm; returnUrl: string }) => Promise<PaymentIntentResult>
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
 *   absolute or relative to the page; onChallenge is called with what closes a 3-D Secure dialog once that is open, and
 *   what it returns when the dialog is closed: so a page can have its way back close the dialog
 */
export function loadSimulatedStripe({
  publishableKey,
  url,
  onChallenge,
}: {
  publishableKey: string
  url: string
  onChallenge?: OnChallenge
}): SimulatedStripe {
  const api: SimulatorApi = { ...simulatorApi(publishableKey, url), ...(onChallenge && { onChallenge }) }
  const saves: Confirmations<SetupIntentResult> = new WeakMap()
  const pays: Confirmations<PaymentIntentResult> = new WeakMap()

  const retrieveSetupIntent: SimulatedStripe['retrieveSetupIntent'] = async (clientSecret) => {
    const { value, error } = await api.setupIntent(clientSecret)
    return error ? { error: localised(error, lookOfPage().locale) } : { setupIntent: value }
  }
  const retrievePaymentIntent: SimulatedStripe['retrievePaymentIntent'] = async (clientSecret) => {
    const { value, error } = await api.paymentIntent(clientSecret)
    return error ? { error: localised(error, lookOfPage().locale) } : { paymentIntent: value }
  }

  return {
    mountSetupForm: (container, options) =>
      mountForm(container, options, saves, (form, returnUrl) => saveCard(api, form, options.clientSecret, returnUrl)),
    mountPaymentForm: (container, options) =>
      mountForm(container, options, pays, (form, returnUrl) => payByCard(api, form, options.clientSecret, returnUrl)),
    retrieveSetupIntent,
    retrievePaymentIntent,
    confirmSetup: async ({ form, returnUrl }) => saves.get(form)?.(returnUrl) ?? { error: FOREIGN_FORM },
    confirmPayment: async ({ form, returnUrl }) => pays.get(form)?.(returnUrl) ?? { error: FOREIGN_FORM },
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

/** What confirms with a form, by form. */
type Confirmations<Result> = WeakMap<CardForm<Result>, (returnUrl: string | null) => Promise<Result>>

const FOREIGN_FORM: StripeError = { type: 'invalid_request_error', message: 'This form is not of here.' }

/** Puts a card form into `container`. However often it is confirmed at once, it is sent once. */
function mountForm<Result>(
  container: HTMLElement,
  options: CardFormOptions,
  confirmations: Confirmations<Result>,
  send: (form: MountedForm, returnUrl: string | null) => Promise<Result>,
): CardForm<Result> {
  const mounted = mountCardForm(container, { locale: options.locale, dark: options.dark }, options.onChange)
  let underWay: Promise<Result> | null = null
  const confirm = (returnUrl: string | null): Promise<Result> => {
    underWay ??= send(mounted, returnUrl).finally(() => {
      underWay = null
    })
    return underWay
  }
  const form: CardForm<Result> = {
    confirm: () => confirm(null),
    focus: mounted.focus,
    update: mounted.setLook,
    unmount: mounted.remove,
  }
  confirmations.set(form, confirm)
  // As with Stripe.js, nobody is told before they have the form in their hands.
  if (options.onReady) queueMicrotask(options.onReady)
  return form
}

/** Sends the card of a form and saves it with the intent; while that lasts, the form stays as it is. */
function saveCard(
  api: SimulatorApi,
  form: MountedForm,
  clientSecret: string,
  returnUrl: string | null,
): Promise<SetupIntentResult> {
  return withCard(api, form, returnUrl, async (params) => {
    const { value, error } = await api.confirmSetupIntent(clientSecret, params)
    return error ? { error: localised(error, form.look().locale) } : finishSetup(api, value, form.look(), form.removed)
  })
}

/** The same for a card that pays, once. */
function payByCard(
  api: SimulatorApi,
  form: MountedForm,
  clientSecret: string,
  returnUrl: string | null,
): Promise<PaymentIntentResult> {
  return withCard(api, form, returnUrl, async (params) => {
    const { value, error } = await api.confirmPaymentIntent(clientSecret, params)
    return error
      ? { error: localised(error, form.look().locale) }
      : finishPayment(api, value, form.look(), form.removed)
  })
}

async function withCard<Result extends { error?: StripeError | undefined }>(
  api: SimulatorApi,
  form: MountedForm,
  returnUrl: string | null,
  confirm: (params: Record<string, string>) => Promise<Result>,
): Promise<Result | { error: StripeError }> {
  const { card, error: incomplete } = form.read()
  if (incomplete) return { error: incomplete }
  form.setBusy(true)
  const created = await api.createCard(card)
  const result = created.error
    ? { error: localised(created.error, form.look().locale) }
    : await confirm({ payment_method: created.value, ...(returnUrl !== null && { return_url: returnUrl }) })
  if (result.error) {
    form.setBusy(false)
    form.mark(result.error)
  }
  return result
}
