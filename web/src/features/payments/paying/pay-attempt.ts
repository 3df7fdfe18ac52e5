import type { ErrorCode } from '@kundig/contract/errors'
import type { PaymentDecision, PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'
import type { Card } from '@kundig/contract/payments/payments.contract'

import { createStore, type ReadonlyStore } from '../../../platform/state/store.ts'
import { type DeclineReason, isUnclear } from '../provider/decline-reason.ts'
import type { PaymentOutcome, PaymentProvider } from '../provider/provider.ts'
import type { OptimisticOutcome } from '../request-card/optimistic-outcome.ts'
import { type PayResult, mayPay, next, type PayEvent, type PayState, findDeclineReason } from './pay-state.ts'

export interface PayAttemptOptions {
  loadProvider: () => Promise<PaymentProvider>
  /** Fetches the secret of this payment, each time anew: the server refuses it once the request is decided. */
  clientSecret: () => Promise<string>
  /** The card to offer first. */
  defaultCard: () => Promise<Card | null>
  /**
   * Does some work while no other tab pays this request.
   * @returns false, without doing it, where another tab has the lock. Rejects where the browser refuses the lock, and
   * with what the work rejects with
   */
  withLock: (work: () => Promise<void>) => Promise<boolean>
  /** Has the server check with the provider what became of the payment. @returns the status of the request */
  decide: (decision: PaymentDecision) => Promise<PaymentStatus>
  toErrorCode: (error: unknown, fallback: ErrorCode) => ErrorCode
  /** Shows an outcome before the server has confirmed it; null takes it back. */
  onOptimistic: (outcome: OptimisticOutcome) => void
  /** Called once, even when the dialog is gone. */
  onEnded: (as: PayResult) => void
  /** Something beside the payment itself failed. */
  onError: (code: ErrorCode | 'elsewhere') => void
}

/**
 * Paying one request, from opening the dialog until the server knows how it ended. It goes on when the screen is left.
 * Of several clicks and tabs one at a time pays; that nothing is charged twice is guaranteed by the request's one intent.
 */
export class PayAttempt {
  private readonly options: PayAttemptOptions
  private readonly store = createStore<PayState>({ step: 'opening' })
  /** How far it is. */
  readonly state: ReadonlyStore<PayState> = this.store
  /** Why the outcome of the last confirmation is unknown, if it is. */
  private unclear: DeclineReason | null = null
  private provider: PaymentProvider | null = null
  private tried: Card | null = null
  private isByForm = false
  private secret = ''

  constructor(options: PayAttemptOptions) {
    this.options = options
  }

  get triedCard(): Card | null {
    return this.tried
  }

  /** What the provider's form pays with; known after `open`. */
  get clientSecret(): string {
    return this.secret
  }

  /** Whether the provider's form pays, which then has to stay on the page. */
  get paysByForm(): boolean {
    return this.isByForm
  }

  /** Reads how the payment stands, and goes on with what was begun before, here or elsewhere. */
  async open(): Promise<void> {
    this.unclear = null
    this.dispatch({ type: 'reopen' })
    await this.refresh()
  }

  /** Reads it again without a change on the screen, while the bank takes its time. */
  async refresh(): Promise<void> {
    const { loadProvider, clientSecret, defaultCard, toErrorCode } = this.options
    try {
      const [provider, secret, card] = await Promise.all([loadProvider(), clientSecret(), defaultCard()])
      this.provider = provider
      this.secret = secret
      const payment = await provider.retrievePaymentIntent(secret)
      await this.dispatchAndSettle({ type: 'opened', payment, card, unclear: this.unclear })
    } catch (error) {
      const code = toErrorCode(error, 'PROVIDER_FAILED')
      const wasUnderWay = this.unclear !== null
      this.dispatch(code === 'PAYMENT_DECIDED' ? { type: 'decided' } : { type: 'broke', code, isUnclear: wasUnderWay })
    }
  }

  /** Refreshes until it is stopped, each time `pauseMs` after the last answer. @returns stops it */
  poll(pauseMs: number): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const pollLater = (): void => {
      if (isStopped) return
      timer = setTimeout(() => void this.refresh().finally(pollLater), pauseMs)
    }
    pollLater()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }

  /** Offers the saved cards; where there is no other than the tried one, the form for a new one. */
  choose(cards: readonly Card[]): void {
    this.dispatch({ type: 'choose', hasCards: cards.some(({ id }) => id !== this.tried?.id) })
  }

  /** Back from the card form to the saved cards. */
  backToCards(): void {
    this.dispatch({ type: 'choose', hasCards: true })
  }

  add(): void {
    this.dispatch({ type: 'add' })
  }

  /** Chooses a saved card; nothing is paid yet. */
  pick(card: Card): void {
    this.dispatch({ type: 'pick', card })
  }

  /** Pays with a saved card. A second call while one is under way does nothing. */
  pay(card: Card): Promise<void> {
    if (mayPay(this.state.get())) this.isByForm = false
    return this.confirm(card, (provider) => provider.confirmCardPayment(this.secret, card.id))
  }

  /** Pays with the card in the provider's form. A second call while one is under way does nothing. */
  payByForm(confirm: () => Promise<PaymentOutcome>): Promise<void> {
    if (mayPay(this.state.get())) this.isByForm = true
    return this.confirm(null, confirm)
  }

  /** Goes on with an earlier attempt, in which the bank's question was left unanswered. */
  resume(card: Card | null): Promise<void> {
    if (mayPay(this.state.get())) this.isByForm = false
    return this.confirm(card, (provider) => provider.resume(this.secret))
  }

  /** Gives up, which rejects the request: the server cancels the intent, so that nobody can pay it any more. */
  async giveUp(): Promise<void> {
    if (!findDeclineReason(this.state.get())) return
    this.dispatch({ type: 'give_up' })
    const { decide, toErrorCode, onError } = this.options
    try {
      const status = await decide('rejected')
      const as = { rejected: 'given_up', completed: 'decided', pending: 'still_open' } as const
      this.dispatch({ type: 'given_up', as: as[status] })
    } catch (error) {
      const code = toErrorCode(error, 'PAYMENT_STATUS_FAILED')
      if (code !== 'PAYMENT_DECIDED') onError(code)
      this.dispatch({ type: 'given_up', as: code === 'PAYMENT_DECIDED' ? 'decided' : null })
    }
  }

  /** The server says that the request is decided. */
  decided(): void {
    this.dispatch({ type: 'decided' })
  }

  private async confirm(
    card: Card | null,
    work: (provider: PaymentProvider) => Promise<PaymentOutcome>,
  ): Promise<void> {
    const { provider } = this
    if (!provider || !mayPay(this.state.get())) return
    this.tried = card
    this.dispatch({ type: 'pay' })
    let isElsewhere = false
    try {
      isElsewhere = !(await this.options.withLock(async () => this.applyOutcome(await work(provider))))
    } catch {
      // A page that is being left gets no lock or loses it: nobody knows then how far the payment came.
      await this.applyOutcome({ status: 'failed', code: 'unknown' })
    }
    if (isElsewhere) {
      this.options.onError('elsewhere')
      this.dispatch({ type: 'refused', card })
    } else if (this.unclear) await this.refresh()
  }

  private async applyOutcome(outcome: PaymentOutcome): Promise<void> {
    if (this.state.get().step !== 'paying') return
    this.unclear = outcome.status === 'failed' && isUnclear(outcome.code) ? outcome.code : null
    await this.dispatchAndSettle({ type: 'outcome', outcome })
  }

  /** Applies what the provider said. The server learns of a payment before another tab gets the lock. */
  private async dispatchAndSettle(event: PayEvent): Promise<void> {
    const before = this.state.get()
    const after = next(before, event)
    if (after === before) return
    if (after.step === 'processing') this.options.onOptimistic('processing')
    else if (after.step !== 'ended') this.options.onOptimistic(null)
    const isPaid = after.step === 'ended' && after.as === 'paid'
    if (isPaid) this.options.onOptimistic('succeeded')
    this.dispatch(event)
    if (isPaid) await this.settle()
  }

  private async settle(): Promise<void> {
    const { decide, toErrorCode, onOptimistic, onError } = this.options
    try {
      const status = await decide('completed')
      if (status === 'pending') onError('PAYMENT_STATUS_FAILED')
      onOptimistic(null)
    } catch (error) {
      onOptimistic(null)
      const code = toErrorCode(error, 'PAYMENT_STATUS_FAILED')
      // Another tab or the webhook was first: nothing is wrong.
      if (code !== 'PAYMENT_DECIDED') onError('PAYMENT_STATUS_FAILED')
    }
  }

  private dispatch(event: PayEvent): void {
    const after = next(this.state.get(), event)
    if (after === this.state.get()) return
    this.store.set(after)
    if (after.step === 'ended') this.options.onEnded(after.as)
  }
}
