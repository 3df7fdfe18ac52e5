import { Plus } from 'lucide-react'
import { useId, useState } from 'react'

import type { Card } from '@kundig/contract/payments/payments.contract'

import { Button } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { DialogActions } from '../../../design-system/layers/dialog.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { useCardLabel } from '../cards/card-line.tsx'
import { checkExpiry, formatExpiry } from '../cards/card-name.ts'
import { cardTexts } from '../cards/card.messages.ts'
import type { PayAttempt } from './pay-attempt.ts'
import { payingTexts } from './paying.messages.ts'

export interface CardChoiceProps {
  cards: readonly Card[]
  attempt: PayAttempt
  onClose: () => void
}

export function CardChoice({ cards, attempt, onClose }: CardChoiceProps) {
  const texts = useTexts(payingTexts)
  const words = useTexts(cardTexts)
  const label = useCardLabel()
  const group = useId()
  const formId = useId()
  const usable = cards.filter((card) => checkExpiry(card) !== 'expired')
  const [chosenId, setChosenId] = useState(() => {
    const other = usable.find(({ id }) => id !== attempt.triedCard?.id)
    return (other ?? usable[0])?.id
  })
  const chosen = usable.find(({ id }) => id === chosenId)

  return (
    <form
      id={formId}
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) attempt.pick(chosen)
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="field-label mb-2">{texts.chooseCard}</legend>
        {cards.map((card) => {
          const expiry = checkExpiry(card)
          const isExpired = expiry === 'expired'
          const month = formatExpiry(card)
          return (
            <label
              key={card.id}
              className={cx(
                'flex min-h-12 items-center gap-3 rounded-md border px-3.5 py-2 text-sm',
                card.id === chosenId ? 'border-primary bg-primary-soft' : 'border-border',
                isExpired ? 'text-ink-3' : 'cursor-pointer text-ink',
              )}
            >
              <input
                type="radio"
                name={group}
                className="radio"
                checked={card.id === chosenId}
                disabled={isExpired}
                onChange={() => setChosenId(card.id)}
              />
              <span className="num min-w-0 flex-1">{label(card)}</span>
              {month !== null && (
                <span className="num text-xs text-ink-2">
                  {isExpired ? words.expiredOn(month) : words.expires(month)}
                </span>
              )}
            </label>
          )
        })}
      </fieldset>
      <button
        type="button"
        className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-border px-3.5 py-2 text-start text-sm font-semibold text-primary hover:border-border-strong"
        onClick={() => attempt.add()}
      >
        <Plus size={18} className="flex-none" />
        {texts.newCard}
      </button>
      <DialogActions>
        <Button variant="ghost" onClick={usable.length > 0 ? () => void attempt.open() : onClose}>
          {usable.length > 0 ? texts.back : texts.cancel}
        </Button>
        <Button form={formId} type="submit" aria-disabled={!chosen || undefined}>
          {texts.useCard}
        </Button>
      </DialogActions>
    </form>
  )
}
