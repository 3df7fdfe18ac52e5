import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Landmark } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import type { Card } from '@kundig/contract/payments/payments.contract'

import { Button } from '../../design-system/button.tsx'
import { cx } from '../../design-system/class-names.ts'
import { SpinnerRing } from '../../design-system/spinner.tsx'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { expiryOf } from './card-name.ts'
import { CardSetup } from './card-setup.tsx'
import { type DeclineReason, declineTexts } from './decline.messages.ts'
import type { PayAttempt } from './pay-attempt.ts'
import { CardChoice } from './pay-card-choice.tsx'
import { CardLine } from './pay-card-line.tsx'
import { type PayState, reasonOf } from './pay-state.ts'
import { payingTexts } from './paying.messages.ts'
import { cardsQuery, payableCardOf } from './payments.queries.ts'

export interface PayStepsProps {
  attempt: PayAttempt
  state: PayState
  /** As people read it, with its currency. */
  amount: string
  /** Called before the person may be led away from the page. */
  onPay: () => void
}

/** What stands in the dialog at each step, under what is being paid. */
export function PaySteps({ attempt, state, amount, onPay }: PayStepsProps) {
  const texts = useTexts(payingTexts)
  const known = useQuery(cardsQuery).data?.items
  const cards = known ?? []
  // The dialog has the height of what comes next: nothing jumps.
  const waitsForForm = state.step === 'opening' && known !== undefined && payableCardOf(known) === null
  return (
    <div className={cx('mt-4', waitsForForm && 'min-h-[20.75rem] sm:min-h-[19.5rem]')}>
      {/* One region that stays: what is under way is told as it changes. */}
      <div role="status">
        {state.step === 'opening' && <UnderWay text={texts.opening} />}
        {/* The button turns already. */}
        {state.step === 'paying' && <UnderWay text={texts.paying} withRing={false} />}
        {state.step === 'processing' && <UnderWay text={texts.processing} />}
      </div>
      <div role="alert">
        {state.step === 'broken' && <Broken state={state} />}
        {(state.step === 'declined' || state.step === 'giving_up') && <Declined reason={state.reason} />}
      </div>
      {state.step === 'ready' && <Ready attempt={attempt} state={state} cards={cards} />}
      {state.step === 'choosing' && <CardChoice cards={cards} attempt={attempt} />}
      {state.step === 'adding' && (
        <>
          <p className="mb-4 text-sm text-ink-2">{texts.newCardHint}</p>
          <CardSetup
            isInDialog
            saveLabel={texts.pay(amount)}
            beforeConfirm={onPay}
            // The one click that saved the card was the one to pay with it.
            onSaved={(card) => void attempt.pay(card)}
            cancel={
              cards.length > 0 && (
                <Button variant="secondary" onClick={() => backFrom(attempt, cards)}>
                  {texts.back}
                </Button>
              )
            }
          />
        </>
      )}
    </div>
  )
}

/** Who has one card only goes back to that one. */
function backFrom(attempt: PayAttempt, cards: readonly Card[]): void {
  attempt.backToCards()
  const [only, other] = cards.filter((card) => expiryOf(card) !== 'expired')
  if (only && !other) attempt.pick(only)
}

function Ready({
  attempt,
  state,
  cards,
}: {
  attempt: PayAttempt
  state: Extract<PayState, { step: 'ready' }>
  cards: readonly Card[]
}) {
  const texts = useTexts(payingTexts)
  const reasons = useTexts(declineTexts)
  const labelId = useId()
  const hasOther = cards.some((card) => card.id !== state.card?.id && expiryOf(card) !== 'expired')
  return (
    <div className="grid gap-3">
      {state.bankWaits && (
        <p className="flex gap-2.5 rounded-md bg-info-soft px-3.5 py-3 text-sm text-ink-2">
          <Landmark size={18} aria-hidden="true" className="mt-px flex-none text-info" />
          {texts.bankWaits}
        </p>
      )}
      {state.before && (
        <p className="rounded-md bg-pending-soft px-3.5 py-3 text-sm text-ink-2">
          {texts.before} {reasons[state.before]}
        </p>
      )}
      <div
        role="group"
        aria-labelledby={labelId}
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
      >
        <div className="grid gap-0.5">
          <p id={labelId} className="field-label">
            {texts.payWith}
          </p>
          {state.card && <CardLine card={state.card} />}
        </div>
        <button
          type="button"
          className="text-link min-h-8 text-sm"
          // Who has no other card adds one: there is nothing to choose from.
          onClick={() => (hasOther ? attempt.choose(cards) : attempt.add())}
        >
          {texts.otherCard}
        </button>
      </div>
    </div>
  )
}

function UnderWay({ text, withRing = true }: { text: string; withRing?: boolean }) {
  return (
    <p className="flex items-center gap-3 py-3 text-sm font-medium text-ink-2">
      {withRing && <SpinnerRing size={20} className="flex-none text-primary" />}
      {text}
    </p>
  )
}

/** Why the payment cannot be seen: before an attempt nothing failed yet, after one it is not known how it went. */
function Broken({ state: { code, isUnclear } }: { state: Extract<PayState, { step: 'broken' }> }) {
  const texts = useTexts(payingTexts)
  const errorText = useErrorText()
  return (
    <Trouble title={isUnclear ? errorText('PAYMENT_CONFIRMATION_FAILED') : texts.notOpened}>
      {code !== 'PAYMENT_FAILED' && code !== 'PAYMENT_CONFIRMATION_FAILED' && errorText(code)}
    </Trouble>
  )
}

/** After these the attempt itself went wrong; after the others the bank said no (spec 8). */
const UNCONFIRMED: readonly DeclineReason[] = ['abandoned', 'authentication_failed', 'over', 'network', 'unavailable']

function Declined({ reason }: { reason: DeclineReason }) {
  const texts = useTexts(payingTexts)
  const reasons = useTexts(declineTexts)
  const errorText = useErrorText()
  const title = errorText(UNCONFIRMED.includes(reason) ? 'PAYMENT_CONFIRMATION_FAILED' : 'PAYMENT_FAILED')
  return (
    <Trouble title={title}>
      {reasons[reason]} {texts.nothingCharged}
    </Trouble>
  )
}

function Trouble({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex gap-2.5 rounded-md bg-danger-soft px-3.5 py-3 text-sm text-danger">
      <CircleAlert size={18} aria-hidden="true" className="mt-px flex-none" />
      <div className="grid gap-0.5">
        <p className="font-semibold">{title}</p>
        {children && <p>{children}</p>}
      </div>
    </div>
  )
}

export interface PayFooterOptions extends PayStepsProps {
  onGiveUp: () => void
  onClose: () => void
}

/** The ways on from each step; nothing where the step brings its own. */
export function usePayFooter({ attempt, state, amount, onPay, onGiveUp, onClose }: PayFooterOptions): ReactNode {
  const texts = useTexts(payingTexts)
  const cards = useQuery(cardsQuery).data?.items ?? []
  const giveUp = (reasonOf(state) || state.step === 'giving_up') && (
    <Button variant="ghost" className="md:mr-auto" onClick={onGiveUp}>
      {texts.giveUp}
    </Button>
  )

  function confirm(card: Card | null, bankWaits: boolean): void {
    onPay()
    if (bankWaits) void attempt.resume(card)
    else if (card) void attempt.pay(card)
  }

  switch (state.step) {
    case 'opening':
      return (
        <Button variant="ghost" onClick={onClose}>
          {texts.cancel}
        </Button>
      )
    case 'ready':
      return (
        <>
          {giveUp || (
            <Button variant="ghost" onClick={onClose}>
              {texts.cancel}
            </Button>
          )}
          <Button key="pay" onClick={() => confirm(state.card, state.bankWaits)}>
            {state.bankWaits ? texts.answerBank : texts.pay(amount)}
          </Button>
        </>
      )
    case 'paying':
      return (
        <>
          {/* The same button as before: it keeps the focus. */}
          <Button key="pay" busy>
            {texts.pay(amount)}
          </Button>
        </>
      )
    case 'processing':
      return (
        <Button variant="secondary" onClick={onClose}>
          {texts.close}
        </Button>
      )
    case 'broken':
      return (
        <>
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button onClick={() => void attempt.open()}>{texts.tryAgain}</Button>
        </>
      )
    case 'declined':
    case 'giving_up':
      return (
        <>
          {giveUp}
          <Button variant="secondary" onClick={() => void attempt.open()}>
            {texts.tryAgain}
          </Button>
          <Button onClick={() => attempt.choose(cards)}>{texts.tryOther}</Button>
        </>
      )
    default:
      return null
  }
}
