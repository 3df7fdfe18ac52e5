import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import type { Card } from '@kundig/contract/payments/payments.contract'

import { Button } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { Notice } from '../../../design-system/notice.tsx'
import { SpinnerRing } from '../../../design-system/spinner.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { CardLine } from '../cards/card-line.tsx'
import { checkExpiry } from '../cards/card-name.ts'
import { CardSetup } from '../cards/card-setup.tsx'
import { cardsQuery, findPayableCard } from '../cards/card.queries.ts'
import type { DeclineReason } from '../provider/decline-reason.ts'
import { declineTexts } from '../provider/decline.messages.ts'
import { useBlockEndText } from '../provider/paying-block.ts'
import type { PayAttempt } from './pay-attempt.ts'
import { CardChoice } from './pay-card-choice.tsx'
import { PayForm } from './pay-form.tsx'
import { type PayState, findDeclineReason } from './pay-state.ts'
import { payingTexts } from './paying.messages.ts'

export interface PayStepsProps {
  attempt: PayAttempt
  state: PayState
  amount: string
  newCardOnly: boolean
  onPay: () => void
  onGiveUp: () => void
  onClose: () => void
}

export function PaySteps({ attempt, state, amount, newCardOnly, onPay, onGiveUp, onClose }: PayStepsProps) {
  const texts = useTexts(payingTexts)
  const saved = useQuery(cardsQuery).data?.items
  const known = newCardOnly ? [] : saved
  const cards = known ?? []
  // The loading dialog has the height of the next step, so that nothing jumps.
  const waitsForForm = state.step === 'opening' && known !== undefined && findPayableCard(known) === null
  return (
    <div className={cx('mt-4', waitsForForm && 'min-h-[20.75rem] sm:min-h-[19.5rem]')}>
      {/* One permanent live region, so that screen readers announce each change. */}
      <div role="status">
        {state.step === 'opening' && <ProgressMessage text={texts.opening} />}
        {state.step === 'paying' && (
          <p className="py-1 text-sm font-medium text-ink-2">
            <span className="sr-only">{texts.payingNow}</span> {texts.paying}
          </p>
        )}
        {state.step === 'processing' && <ProgressMessage text={texts.processing} />}
      </div>
      <div role="alert">
        {state.step === 'broken' && <PaymentReadError state={state} />}
        {(state.step === 'declined' || state.step === 'giving_up') && <DeclineNotice reason={state.reason} />}
      </div>
      {state.step === 'paying' && attempt.triedCard && (
        <div className="mt-2 grid gap-0.5">
          <p className="field-label">{texts.payWith}</p>
          <CardLine card={attempt.triedCard} />
        </div>
      )}
      {state.step === 'ready' && <ReadyStep attempt={attempt} state={state} cards={cards} />}
      {(findDeclineReason(state) || state.step === 'giving_up') && (
        // This button ends the request for good, so it is separate from the buttons below.
        <button
          type="button"
          className="mt-3 min-h-8 text-sm font-semibold text-danger underline decoration-1 underline-offset-3 hover:decoration-2"
          onClick={onGiveUp}
        >
          {texts.giveUp}
        </button>
      )}
      {state.step === 'choosing' && <CardChoice cards={cards} attempt={attempt} onClose={onClose} />}
      {newCardOnly && (state.step === 'adding' || (state.step === 'paying' && attempt.paysByForm)) && (
        <PayForm
          attempt={attempt}
          amount={amount}
          isPaying={state.step === 'paying'}
          onPay={onPay}
          cancel={
            <Button variant="ghost" onClick={onClose}>
              {texts.cancel}
            </Button>
          }
        />
      )}
      {!newCardOnly && state.step === 'adding' && (
        <>
          <p className="mb-4 text-sm text-ink-2">{texts.newCardHint}</p>
          <CardSetup
            isInDialog
            saveLabel={texts.pay(amount)}
            renderRefusal={(reason) => <DeclineNotice reason={reason} />}
            beforeConfirm={onPay}
            // The click that saved the card also pays.
            onSaved={(card) => void attempt.pay(card)}
            cancel={
              <Button variant="ghost" onClick={cards.length > 0 ? () => returnToCards(attempt, cards) : onClose}>
                {cards.length > 0 ? texts.back : texts.cancel}
              </Button>
            }
          />
        </>
      )}
    </div>
  )
}

function returnToCards(attempt: PayAttempt, cards: readonly Card[]): void {
  attempt.backToCards()
  const [only, other] = cards.filter((card) => checkExpiry(card) !== 'expired')
  if (only && !other) attempt.pick(only)
}

function ReadyStep({
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
  const hasOther = cards.some((card) => card.id !== state.card?.id && checkExpiry(card) !== 'expired')
  return (
    <div className="grid gap-3">
      {state.bankWaits && (
        <Notice tone="info" icon={<Landmark size={18} />}>
          {texts.bankWaits}
        </Notice>
      )}
      {state.before && (
        <Notice tone="pending">{`${texts.before} ${reasons[state.before]} ${texts.nothingCharged}`}</Notice>
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
          {state.card ? <CardLine card={state.card} /> : <p className="text-sm text-ink-2">{texts.cardOfBefore}</p>}
        </div>
        <button
          type="button"
          className="text-link min-h-8 text-sm"
          onClick={() => (hasOther ? attempt.choose(cards) : attempt.add())}
        >
          {texts.otherCard}
        </button>
      </div>
    </div>
  )
}

function ProgressMessage({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-3 py-3 text-sm font-medium text-ink-2">
      <SpinnerRing size={20} className="flex-none text-primary" />
      <span>{text}</span>
    </p>
  )
}

function PaymentReadError({ state: { code, isUnclear } }: { state: Extract<PayState, { step: 'broken' }> }) {
  const texts = useTexts(payingTexts)
  const errorText = useErrorText()
  const blockEnd = useBlockEndText()
  return (
    <Notice tone="danger" title={isUnclear ? errorText('PAYMENT_CONFIRMATION_FAILED') : texts.notOpened}>
      {code !== 'PAYMENT_FAILED' &&
        code !== 'PAYMENT_CONFIRMATION_FAILED' &&
        `${errorText(code)} ${blockEnd(code)}`.trim()}
    </Notice>
  )
}

/** Reasons with the text of a failed confirmation. All other reasons have the text of a bank's refusal (spec 8). */
const UNCONFIRMED: readonly DeclineReason[] = ['abandoned', 'authentication_failed', 'over', 'network', 'unavailable']

function DeclineNotice({ reason }: { reason: DeclineReason }) {
  const texts = useTexts(payingTexts)
  const reasons = useTexts(declineTexts)
  const errorText = useErrorText()
  const title = errorText(UNCONFIRMED.includes(reason) ? 'PAYMENT_CONFIRMATION_FAILED' : 'PAYMENT_FAILED')
  return (
    <Notice tone="danger" title={title}>
      {`${reasons[reason]} ${texts.nothingCharged}`}
    </Notice>
  )
}

type PayFooterOptions = Omit<PayStepsProps, 'onGiveUp'>

export function usePayFooter({ attempt, state, amount, newCardOnly, onPay, onClose }: PayFooterOptions): ReactNode {
  const texts = useTexts(payingTexts)
  const saved = useQuery(cardsQuery).data?.items ?? []
  const cards = newCardOnly ? [] : saved
  const cancel = (
    <Button variant="ghost" onClick={onClose}>
      {texts.cancel}
    </Button>
  )

  function startOrResumePayment(card: Card | null, bankWaits: boolean): void {
    onPay()
    if (bankWaits) void attempt.resume(card)
    else if (card) void attempt.pay(card)
  }

  switch (state.step) {
    case 'opening':
      return cancel
    case 'ready':
      return (
        <>
          {cancel}
          <Button key="pay" onClick={() => startOrResumePayment(state.card, state.bankWaits)}>
            {state.bankWaits ? texts.answerBank : texts.pay(amount)}
          </Button>
        </>
      )
    case 'paying':
      if (attempt.paysByForm) return null
      return (
        <>
          {/* The button of the previous step stays, so that it keeps the focus. */}
          <Button key="pay" busy busyText={texts.payingNow}>
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
          {cancel}
          <Button onClick={() => void attempt.open()}>{texts.tryAgain}</Button>
        </>
      )
    case 'declined':
    case 'giving_up':
      return (
        <>
          {cancel}
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
