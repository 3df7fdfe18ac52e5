import { type ReactNode, useId } from 'react'

import type { Card } from '@kundig/contract/payments/payments.contract'

import { Button } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { DialogActions } from '../../../design-system/dialog.tsx'
import { ErrorState } from '../../../design-system/error-state.tsx'
import { FormError } from '../../../design-system/form-error.tsx'
import { Notice } from '../../../design-system/notice.tsx'
import { Skeleton } from '../../../design-system/skeleton.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { cardTexts } from './card.messages.ts'
import { type DeclineReason, isUnclear } from '../provider/decline-reason.ts'
import { declineTexts } from '../provider/decline.messages.ts'
import type { CardSetupProblem } from './card-setup-state.ts'
import { useCardSetup } from './use-card-setup.ts'

/**
 * A form to save a card with, from the payment provider. The card becomes the default one.
 * @param saveLabel the words on the button, if they are others than "Save card"
 * @param renderRefusal what stands above the button when the card was refused, if not that it was not saved
 * @param cancel stands beside the button
 * @param isInDialog both stand in the footer of the dialog around
 */
export function CardSetup({
  onSaved,
  beforeConfirm,
  saveLabel,
  renderRefusal,
  cancel,
  isInDialog = false,
}: {
  /** Called with the new card. */
  onSaved: (card: Card) => void
  /** Called before the person may be led away from the page, to remember what they were about (`rememberPaying`). */
  beforeConfirm?: () => void
  saveLabel?: string
  renderRefusal?: (reason: DeclineReason) => ReactNode
  cancel?: ReactNode
  isInDialog?: boolean
}) {
  const texts = useTexts(cardTexts)
  const formId = useId()
  const toText = useProblemText()
  const { container, phase, problem, save, retry } = useCardSetup({ onSaved, beforeConfirm })
  if (phase === 'failed') {
    return (
      <div>
        <ErrorState title={problem ? toText(problem) : ''} retryLabel={texts.retry} onRetry={retry} />
        {cancel &&
          (isInDialog ? <DialogActions>{cancel}</DialogActions> : <div className="flex justify-center">{cancel}</div>)}
      </div>
    )
  }
  const submit = (
    <Button form={formId} type="submit" busy={phase === 'saving'} aria-disabled={phase === 'opening' || undefined}>
      {saveLabel ?? texts.save}
    </Button>
  )
  return (
    <form
      id={formId}
      noValidate
      className="grid gap-4"
      aria-busy={phase === 'opening'}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <span role="status" className="sr-only">
        {phase === 'opening' && texts.opening}
        {phase === 'ready' && texts.ready}
        {phase === 'saving' && texts.saving}
      </span>
      <div className={cx('grid', phase === 'opening' && 'min-h-60')}>
        {phase === 'opening' && (
          <div className="col-start-1 row-start-1 grid content-start gap-4">
            <Skeleton className="h-11 rounded-md" />
            <div className="grid grid-cols-2 gap-4">
              <Skeleton className="h-11 rounded-md" />
              <Skeleton className="h-11 rounded-md" />
            </div>
          </div>
        )}
        {/* Stripe's form loads while it can be measured only. */}
        <div ref={container} className={cx('col-start-1 row-start-1', phase === 'opening' && 'opacity-0')} />
      </div>
      <div role="alert">
        {problem?.kind === 'refused'
          ? (renderRefusal?.(problem.reason) ?? <NotSaved reason={problem.reason} />)
          : problem && <FormError text={toText(problem)} />}
      </div>
      {isInDialog ? (
        <DialogActions>
          {cancel}
          {submit}
        </DialogActions>
      ) : (
        <div className="flex flex-wrap gap-3">
          {submit}
          {cancel}
        </div>
      )}
    </form>
  )
}

function useProblemText(): (problem: CardSetupProblem) => string {
  const texts = useTexts(cardTexts)
  const reasons = useTexts(declineTexts)
  const errorText = useErrorText()
  return (problem) => {
    switch (problem.kind) {
      case 'refused':
        return reasons[problem.reason]
      case 'new_form':
        return `${problem.because === 'over' ? reasons.over : `${errorText('CARD_SETUP_FAILED')}.`} ${texts.newForm}`
      case 'processing':
        return texts.savedElsewhere
      case 'error':
        return errorText(problem.code)
    }
  }
}

function NotSaved({ reason }: { reason: DeclineReason }) {
  const texts = useTexts(cardTexts)
  const reasons = useTexts(declineTexts)
  // Whether Stripe has it then is not known; that no money moved is.
  if (isUnclear(reason)) return <FormError text={`${reasons[reason]} ${texts.nothingCharged}`} />
  return (
    <Notice tone="danger" title={texts.notSaved}>
      {reasons[reason]} {texts.nothingCharged}
    </Notice>
  )
}
