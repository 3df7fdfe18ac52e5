import type { ErrorCode } from '@kundig/contract/errors'
import type { PaymentDecision, PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'
import type { Card } from '@kundig/contract/payments/payments.contract'

import { createStore, type ReadonlyStore } from '../../../platform/state/store.ts'
import { type DeclineReason, isOutcomeUnclear } from '../provider/decline-reason.ts'
import type { PaymentOutcome, PaymentProvider } from '../provider/provider.ts'
import type { OptimisticOutcome } from '../request-card/optimistic-outcome.ts'
import { type PayResult, canPay, reducePayState, type PayEvent, type PayState, findDeclineReason } from './pay-state.ts'

export interface PayAttemptOptions {
  loadProvider: () => Promise<PaymentProvider>
  /** Fetches the payment's secret. Not cached, because the server refuses the secret of a decided request. */
  clientSecret: () => Promise<string>
  defaultCard: () => Promise<Card | null>
  /**
   * Runs work under a lock of this request. Returns false when another tab has the lock.
   * @throws when the browser refuses the lock; also errors of `work`
   */
  withLock: (work: () => Promise<void>) => Promise<boolean>
  /** Makes the server check the payment with the provider. @returns the request's new status */
  decide: (decision: PaymentDecision) => Promise<PaymentStatus>
  toErrorCode: (error: unknown, fallback: ErrorCode) => ErrorCode
  /** Shows an outcome before the server confirms it; null reverts it. */
  onOptimistic: (outcome: OptimisticOutcome) => void
  /** Called once at the end of the attempt, even after the dialog was closed. */
  onEnded: (as: PayResult) => void
  onError: (code: ErrorCode | 'elsewhere') => void
}

/**
 * Pays one request and continues until the server has the result, even after the person left the screen. Only one click
 * or tab can pay at a time. The request has a single intent, which prevents a second charge.
 */
export class PayAttempt {
  private readonly options: PayAttemptOptions
  private readonly store = createStore<PayState>({ step: 'opening' })
  readonly state: ReadonlyStore<PayState> = this.store
  /** Reason why the outcome of the last confirmation is unknown; null when the outcome is known. */
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

  get clientSecret(): string {
    return this.secret
  }

  /** True when the buyer pays by the provider's form. The page must then keep the form. */
  get paysByForm(): boolean {
    return this.isByForm
  }

  /** Reads the payment's state, and continues an attempt that was started here or elsewhere. */
  async open(): Promise<void> {
    this.unclear = null
    this.dispatch({ type: 'reopen' })
    await this.refresh()
  }

  /** Reads the payment's state again. The screen shows no loading state. */
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

  choose(cards: readonly Card[]): void {
    this.dispatch({ type: 'choose', hasCards: cards.some(({ id }) => id !== this.tried?.id) })
  }

  backToCards(): void {
    this.dispatch({ type: 'choose', hasCards: true })
  }

  add(): void {
    this.dispatch({ type: 'add' })
  }

  pick(card: Card): void {
    this.dispatch({ type: 'pick', card })
  }

  /** A second call during a payment does nothing. */
  pay(card: Card): Promise<void> {
    if (canPay(this.state.get())) this.isByForm = false
    return this.confirm(card, (provider) => provider.confirmCardPayment(this.secret, card.id))
  }

  /** A second call during a payment does nothing. */
  payByForm(confirm: () => Promise<PaymentOutcome>): Promise<void> {
    if (canPay(this.state.get())) this.isByForm = true
    return this.confirm(null, confirm)
  }

  /** Continues an earlier attempt in which the buyer has not answered the bank's question. */
  resume(card: Card | null): Promise<void> {
    if (canPay(this.state.get())) this.isByForm = false
    return this.confirm(card, (provider) => provider.resume(this.secret))
  }

  /** Rejects the request. The server cancels the intent, so the request can no longer be paid. */
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

  decided(): void {
    this.dispatch({ type: 'decided' })
  }

  private async confirm(
    card: Card | null,
    work: (provider: PaymentProvider) => Promise<PaymentOutcome>,
  ): Promise<void> {
    const { provider } = this
    if (!provider || !canPay(this.state.get())) return
    this.tried = card
    this.dispatch({ type: 'pay' })
    let isElsewhere = false
    try {
      isElsewhere = !(await this.options.withLock(async () => this.applyOutcome(await work(provider))))
    } catch {
      // A page that is closing may lose the lock or not get it. The outcome of the payment is then unknown.
      await this.applyOutcome({ status: 'failed', code: 'unknown' })
    }
    if (isElsewhere) {
      this.options.onError('elsewhere')
      this.dispatch({ type: 'refused', card })
    } else if (this.unclear) await this.refresh()
  }

  private async applyOutcome(outcome: PaymentOutcome): Promise<void> {
    if (this.state.get().step !== 'paying') return
    this.unclear = outcome.status === 'failed' && isOutcomeUnclear(outcome.code) ? outcome.code : null
    await this.dispatchAndSettle({ type: 'outcome', outcome })
  }

  /** Applies the provider's outcome. Reports a payment to the server before another tab can get the lock. */
  private async dispatchAndSettle(event: PayEvent): Promise<void> {
    const before = this.state.get()
    const after = reducePayState(before, event)
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
      // PAYMENT_DECIDED is not an error: another tab or the webhook decided the request first.
      if (code !== 'PAYMENT_DECIDED') onError('PAYMENT_STATUS_FAILED')
    }
  }

  private dispatch(event: PayEvent): void {
    const after = reducePayState(this.state.get(), event)
    if (after === this.state.get()) return
    this.store.set(after)
    if (after.step === 'ended') this.options.onEnded(after.as)
  }
}
