import { type ReactNode, useId } from 'react'

import type { Card } from '@kundig/contract/payments/payments.contract'

import { Button } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { DialogActions } from '../../../design-system/layers/dialog.tsx'
import { Notice } from '../../../design-system/notice.tsx'
import { ErrorState } from '../../../design-system/states/error-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { type DeclineReason, isOutcomeUnclear } from '../provider/decline-reason.ts'
import { declineTexts } from '../provider/decline.messages.ts'
import { useBlockEndText } from '../provider/paying-block.ts'
import type { CardSetupProblem } from './card-setup-state.ts'
import { cardTexts } from './card.messages.ts'
import { useCardSetup } from './use-card-setup.ts'

export function CardSetup({
  onSaved,
  beforeConfirm,
  saveLabel,
  renderRefusal,
  cancel,
  isInDialog = false,
}: {
  onSaved: (card: Card) => void
  /** Called before the bank may lead the person to another page. */
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
        {texts[phase]}
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
        {/* Stripe's form loads only while its element has a size. */}
        <div ref={container} className={cx('col-start-1 row-start-1', phase === 'opening' && 'opacity-0')} />
      </div>
      <div role="alert">
        {problem?.kind === 'refused'
          ? (renderRefusal?.(problem.reason) ?? <CardNotSavedNotice reason={problem.reason} />)
          : problem && <Notice tone="danger">{toText(problem)}</Notice>}
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
  const blockEnd = useBlockEndText()
  return (problem) => {
    switch (problem.kind) {
      case 'refused':
        return reasons[problem.reason]
      case 'new_form':
        return `${problem.because === 'over' ? reasons.over : `${errorText('CARD_SETUP_FAILED')}.`} ${texts.newForm}`
      case 'processing':
        return texts.savedElsewhere
      case 'error':
        return `${errorText(problem.code)} ${blockEnd(problem.code)}`.trim()
    }
  }
}

function CardNotSavedNotice({ reason }: { reason: DeclineReason }) {
  const texts = useTexts(cardTexts)
  const reasons = useTexts(declineTexts)
  // It is unclear whether Stripe saved the card, but no money has moved.
  if (isOutcomeUnclear(reason)) return <Notice tone="danger">{`${reasons[reason]} ${texts.nothingCharged}`}</Notice>
  return (
    <Notice tone="danger" title={texts.notSaved}>
      {`${reasons[reason]} ${texts.nothingCharged}`}
    </Notice>
  )
}
