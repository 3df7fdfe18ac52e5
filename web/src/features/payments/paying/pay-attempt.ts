import type { ErrorCode } from '@kundig/contract/errors'
import type { PaymentDecision, PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'
import type { Card } from '@kundig/contract/payments/payments.contract'

import { type DeclineReason, isUnclear } from '../provider/decline-reason.ts'
import type { OptimisticOutcome } from '../request-card/optimistic-outcome.ts'
import { type PayResult, mayPay, next, type PayEvent, type PayState, findDeclineReason } from './pay-state.ts'
import type { PaymentOutcome, PaymentProvider } from '../provider/provider.ts'

export interface PayAttemptOptions {
  loadProvider: () => Promise<PaymentProvider>
  /** Of this request's payment; asked anew each time, because it is refused once the request is decided. */
  clientSecret: () => Promise<string>
  /** The card to offer first. */
  defaultCard: () => Promise<Card | null>
  /**
   * Does some work while no other tab does the same for this request.
   * @returns false, without having done it, while another tab is at it. Rejects when the browser gives no turn, or what
   * the work rejects with
   */
  withLock: (work: () => Promise<void>) => Promise<boolean>
  /** Tells the server; it looks for itself. @returns what the request is now */
  decide: (decision: PaymentDecision) => Promise<PaymentStatus>
  /** Words a thrown error as a code of ours. */
  toErrorCode: (error: unknown, fallback: ErrorCode) => ErrorCode
  /** Shows an outcome, or takes it back, before the server has seen it. */
  onOptimistic: (outcome: OptimisticOutcome) => void
  /** Called once. It comes even when nobody looks at the dialog any more. */
  onEnded: (as: PayResult) => void
  /** Something went wrong beside the payment itself. */
  onError: (code: ErrorCode | 'elsewhere') => void
}

/**
 * Paying one request, from opening the dialog to the server knowing how it ended. It lives on when the screen is left
 * in the middle, and of several clicks and tabs only one at a time gets to pay; that one charge is the most there is
 * in the end is seen to by the one intent of the request.
 */
export class PayAttempt {
  private readonly options: PayAttemptOptions
  private readonly listeners = new Set<() => void>()
  private current: PayState = { step: 'opening' }
  /** Why it is not known what became of the last confirmation, if it is not. */
  private unclear: DeclineReason | null = null
  private provider: PaymentProvider | null = null
  private tried: Card | null = null
  private isByForm = false
  private secret = ''

  constructor(options: PayAttemptOptions) {
    this.options = options
  }

  /** The card that was tried last, here. */
  get triedCard(): Card | null {
    return this.tried
  }

  /** What the provider's form pays with; there once the payment was looked at. */
  get clientSecret(): string {
    return this.secret
  }

  /** Whether what is under way is paid from the provider's form, which then has to stay. */
  get paysByForm(): boolean {
    return this.isByForm
  }

  /** The same object until it changes. */
  get state(): PayState {
    return this.current
  }

  /**
   * Tells when the state changes.
   * @returns stops telling
   */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Looks how the payment stands: what was paid or begun before, here or elsewhere, is taken up. */
  async open(): Promise<void> {
    this.unclear = null
    this.dispatch({ type: 'reopen' })
    await this.refresh()
  }

  /** The same, quietly, while the bank takes its time. */
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

  /**
   * Looks again and again, each time so long (ms) after the look before has ended.
   * @returns stops it
   */
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

  /** Chooses among the saved cards; where there is none but the one that was tried, a new one is asked for. */
  choose(cards: readonly Card[]): void {
    this.dispatch({ type: 'choose', hasCards: cards.some(({ id }) => id !== this.tried?.id) })
  }

  /** Back from the card form to the saved cards. */
  backToCards(): void {
    this.dispatch({ type: 'choose', hasCards: true })
  }

  /** Asks for a new card. */
  add(): void {
    this.dispatch({ type: 'add' })
  }

  /** Takes one of the saved cards to pay with; nothing is paid yet. */
  pick(card: Card): void {
    this.dispatch({ type: 'pick', card })
  }

  /** Pays with a saved card. A second call while one is under way does nothing. */
  pay(card: Card): Promise<void> {
    if (mayPay(this.current)) this.isByForm = false
    return this.confirm(card, (provider) => provider.confirmCardPayment(this.secret, card.id))
  }

  /** Pays with the card in the provider's form. A second call while one is under way does nothing. */
  payByForm(confirm: () => Promise<PaymentOutcome>): Promise<void> {
    if (mayPay(this.current)) this.isByForm = true
    return this.confirm(null, confirm)
  }

  /** Answers the bank's question of an attempt before. */
  resume(card: Card | null): Promise<void> {
    if (mayPay(this.current)) this.isByForm = false
    return this.confirm(card, (provider) => provider.resume(this.secret))
  }

  /** Gives the request up, which is what makes it rejected: the server sees to it that it cannot be paid any more. */
  async giveUp(): Promise<void> {
    if (!findDeclineReason(this.current)) return
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
    if (!provider || !mayPay(this.current)) return
    this.tried = card
    this.dispatch({ type: 'pay' })
    let isElsewhere = false
    try {
      isElsewhere = !(await this.options.withLock(async () => this.applyOutcome(await work(provider))))
    } catch {
      // A page that is being left gets no turn, or none any more: nobody knows then how far it came.
      await this.applyOutcome({ status: 'failed', code: 'unknown' })
    }
    if (isElsewhere) {
      this.options.onError('elsewhere')
      this.dispatch({ type: 'refused', card })
    } else if (this.unclear) await this.refresh()
  }

  private async applyOutcome(outcome: PaymentOutcome): Promise<void> {
    if (this.current.step !== 'paying') return
    this.unclear = outcome.status === 'failed' && isUnclear(outcome.code) ? outcome.code : null
    await this.dispatchAndSettle({ type: 'outcome', outcome })
  }

  /** Takes what the provider said. What is paid is told to the server before another tab gets a turn. */
  private async dispatchAndSettle(event: PayEvent): Promise<void> {
    const before = this.current
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
      // Another tab or the provider's own news was first: nothing is wrong.
      if (code !== 'PAYMENT_DECIDED') onError('PAYMENT_STATUS_FAILED')
    }
  }

  private dispatch(event: PayEvent): void {
    const after = next(this.current, event)
    if (after === this.current) return
    this.current = after
    for (const listener of this.listeners) listener()
    if (after.step === 'ended') this.options.onEnded(after.as)
  }
}
