import type { OnChallenge } from './challenge-dialog.ts'
import { readAppearance } from './dom-building.ts'
import { localiseError } from './form-messages.ts'
import type { Locale, PaymentIntentResult, SetupIntentResult, StripeError } from './intents.ts'
import { finishPayment, finishSetup } from './next-actions.ts'
import { mountCardForm, type MountedForm } from './setup-form.ts'
import { type SimulatorApi, createSimulatorApi } from './simulator-api.ts'

export type {
  Locale,
  PaymentIntent,
  PaymentIntentResult,
  SetupIntent,
  SetupIntentResult,
  StripeError,
} from './intents.ts'

export interface CardFormOptions {
  clientSecret: string
  locale: Locale
  dark: boolean
  onReady?: () => void
  onChange?: (complete: boolean) => void
}

export interface CardForm<Result> {
  confirm: () => Promise<Result>
  /** Focuses the first field that needs input. If no field needs input, focuses the card number. */
  focus: () => void
  update: (appearance: { locale?: Locale; dark?: boolean }) => void
  /** Removes the form and its input, and closes its 3-D Secure dialog. A second call does nothing. */
  unmount: () => void
}

export type SetupForm = CardForm<SetupIntentResult>
export type PaymentForm = CardForm<PaymentIntentResult>

/** Counterpart of Stripe.js. Calls never reject: they return errors as results. */
export interface SimulatedStripe {
  /** Mounts a card form in a shadow root with its own styles. @see simulator-style.ts for custom properties */
  mountSetupForm: (container: HTMLElement, options: CardFormOptions) => SetupForm
  mountPaymentForm: (container: HTMLElement, options: CardFormOptions) => PaymentForm
  /**
   * Saves the form's card, with 3-D Secure if required. The form shows a `validation_error`; the page must show other
   * errors. Closing the dialog gives `setup_intent_authentication_failure`; the intent keeps waiting for 3-D Secure.
   */
  confirmSetup: (options: { form: SetupForm; returnUrl: string }) => Promise<SetupIntentResult>
  confirmPayment: (options: { form: PaymentForm; returnUrl: string }) => Promise<PaymentIntentResult>
  /** Pays with a saved card, by default the card of the intent, with 3-D Secure if required. */
  confirmCardPayment: (clientSecret: string, options?: { payment_method?: string }) => Promise<PaymentIntentResult>
  retrievePaymentIntent: (clientSecret: string) => Promise<PaymentIntentResult>
  retrieveSetupIntent: (clientSecret: string) => Promise<SetupIntentResult>
  /** Resumes 3-D Secure of a SetupIntent or PaymentIntent after a reload; returns any other intent unchanged. */
  handleNextAction: (options: { clientSecret: string }) => Promise<SetupIntentResult | PaymentIntentResult>
}

/**
 * Creates the browser client, which sends no request before its first use.
 * @param options `url` may be relative to the page; `onChallenge` lets Back close an open 3-D Secure dialog
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
  const api: SimulatorApi = { ...createSimulatorApi(publishableKey, url), ...(onChallenge && { onChallenge }) }
  const saves: Confirmations<SetupIntentResult> = new WeakMap()
  const pays: Confirmations<PaymentIntentResult> = new WeakMap()

  const retrieveSetupIntent: SimulatedStripe['retrieveSetupIntent'] = async (clientSecret) => {
    const { value, error } = await api.setupIntent(clientSecret)
    return error ? { error: localiseError(error, readAppearance().locale) } : { setupIntent: value }
  }
  const retrievePaymentIntent: SimulatedStripe['retrievePaymentIntent'] = async (clientSecret) => {
    const { value, error } = await api.paymentIntent(clientSecret)
    return error ? { error: localiseError(error, readAppearance().locale) } : { paymentIntent: value }
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
      const appearance = readAppearance()
      if (payment_method === undefined) {
        const { value, error } = await api.paymentIntent(clientSecret)
        if (error) return { error: localiseError(error, appearance.locale) }
        if (value.status === 'requires_action') return finishPayment(api, value, appearance)
      }
      const params = payment_method === undefined ? {} : { payment_method }
      const { value, error } = await api.confirmPaymentIntent(clientSecret, params)
      return error ? { error: localiseError(error, appearance.locale) } : finishPayment(api, value, appearance)
    },
    handleNextAction: async ({ clientSecret }) => {
      const appearance = readAppearance()
      if (clientSecret.startsWith('seti_')) {
        const result = await retrieveSetupIntent(clientSecret)
        return result.setupIntent?.status === 'requires_action'
          ? finishSetup(api, result.setupIntent, appearance)
          : result
      }
      const result = await retrievePaymentIntent(clientSecret)
      return result.paymentIntent?.status === 'requires_action'
        ? finishPayment(api, result.paymentIntent, appearance)
        : result
    },
  }
}

type Confirmations<Result> = WeakMap<CardForm<Result>, (returnUrl: string | null) => Promise<Result>>

const FOREIGN_FORM: StripeError = { type: 'invalid_request_error', message: 'This form is not of here.' }

/** Mounts a card form. Simultaneous confirmations send the card once. */
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
    update: mounted.setAppearance,
    unmount: mounted.remove,
  }
  confirmations.set(form, confirm)
  // Like Stripe.js, calls `onReady` only after the caller has received the form.
  if (options.onReady) queueMicrotask(options.onReady)
  return form
}

function saveCard(
  api: SimulatorApi,
  form: MountedForm,
  clientSecret: string,
  returnUrl: string | null,
): Promise<SetupIntentResult> {
  return confirmWithCard(api, form, returnUrl, async (params) => {
    const { value, error } = await api.confirmSetupIntent(clientSecret, params)
    return error
      ? { error: localiseError(error, form.appearance().locale) }
      : finishSetup(api, value, form.appearance(), form.removed)
  })
}

function payByCard(
  api: SimulatorApi,
  form: MountedForm,
  clientSecret: string,
  returnUrl: string | null,
): Promise<PaymentIntentResult> {
  return confirmWithCard(api, form, returnUrl, async (params) => {
    const { value, error } = await api.confirmPaymentIntent(clientSecret, params)
    return error
      ? { error: localiseError(error, form.appearance().locale) }
      : finishPayment(api, value, form.appearance(), form.removed)
  })
}

async function confirmWithCard<Result extends { error?: StripeError | undefined }>(
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
    ? { error: localiseError(created.error, form.appearance().locale) }
    : await confirm({ payment_method: created.value, ...(returnUrl !== null && { return_url: returnUrl }) })
  if (result.error) {
    form.setBusy(false)
    form.mark(result.error)
  }
  return result
}
