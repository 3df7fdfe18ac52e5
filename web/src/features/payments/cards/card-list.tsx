import { CreditCard } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Card } from '@kundig/contract/payments/payments.contract'

import { Badge } from '../../../design-system/badge.tsx'
import { Button } from '../../../design-system/button.tsx'
import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useCardLabel } from './card-line.tsx'
import { formatBrand, checkExpiry, formatExpiry } from './card-name.ts'
import { cardTexts } from './card.messages.ts'
import { findPayableCard, useMakeDefaultCard, useRemoveCard } from './card.queries.ts'

export function CardList({ cards, onEmptied }: { cards: readonly Card[]; onEmptied: () => void }) {
  const texts = useTexts(cardTexts)
  const errorText = useErrorText()
  const list = useRef<HTMLUListElement>(null)
  const [confirming, setConfirming] = useState<Card | null>(null)
  const isRemoved = useRef(false)
  const nameOf = useCardLabel()
  const onError = (error: unknown): void => toast.error(errorText(toFailure(error, 'CARD_LOOKUP_FAILED').code))

  /** Names the card that will pay after the removal of the default card, or says that the card can be added again. */
  function describeNextCard(removed: Card): string {
    const next = removed.is_default ? findPayableCard(cards.filter(({ id }) => id !== removed.id)) : null
    return next ? texts.payNext(nameOf(next)) : texts.addAgain
  }

  const makeDefault = useMakeDefaultCard({
    onDone: (card) => {
      toast.success(texts.isDefaultNow(nameOf(card)))
      // The card is now the default, so its pressed button disappears.
      list.current?.focus({ preventScroll: true })
    },
    onError,
  })
  const remove = useRemoveCard({
    onDone: (card) => {
      isRemoved.current = true
      setConfirming(null)
      toast.success(texts.removed(nameOf(card)))
    },
    onError: (error) => {
      setConfirming(null)
      onError(error)
    },
  })

  // The dialog returns the focus to a button that disappears with the removed card.
  const focusWhatIsLeft = useEffectEvent(() => {
    isRemoved.current = false
    if (list.current) list.current.focus({ preventScroll: true })
    else onEmptied()
  })
  useEffect(() => {
    if (isRemoved.current && confirming === null && document.activeElement === document.body) focusWhatIsLeft()
  })

  return (
    <>
      {cards.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label={texts.title} className="mt-4 grid divide-y divide-border outline-none">
          {cards.map((card) => (
            <CardRow
              key={card.id}
              card={card}
              name={nameOf(card)}
              makingDefault={makeDefault.isPending && makeDefault.variables.id === card.id}
              onMakeDefault={() => {
                if (!makeDefault.isPending) makeDefault.mutate(card)
              }}
              onRemove={() => {
                isRemoved.current = false
                setConfirming(card)
              }}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={confirming !== null}
        title={texts.removeTitle}
        body={confirming && `${texts.removeBody(nameOf(confirming))} ${describeNextCard(confirming)}`}
        confirmLabel={texts.remove}
        cancelLabel={texts.cancel}
        destructive
        busy={remove.isPending}
        onConfirm={() => {
          if (confirming) remove.mutate(confirming)
        }}
        onCancel={() => setConfirming(null)}
      />
    </>
  )
}

function CardRow({
  card,
  name,
  makingDefault,
  onMakeDefault,
  onRemove,
}: {
  card: Card
  name: string
  makingDefault: boolean
  onMakeDefault: () => void
  onRemove: () => void
}) {
  const texts = useTexts(cardTexts)
  const expiry = checkExpiry(card)
  const month = formatExpiry(card)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 gap-y-2.5 py-3.5 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className="grid size-11 flex-none place-items-center rounded-md bg-surface-2 text-ink-2">
        <CreditCard size={22} />
      </span>
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="sr-only">{name}</span>
          <span aria-hidden="true" className="tabular-nums">
            {`${formatBrand(card) ?? texts.card}${card.last4 === null ? '' : ` •••• ${card.last4}`}`}
          </span>
          {card.is_default && <span className="sr-only">{', '}</span>}
          {card.is_default && <Badge tone="success">{texts.isDefault}</Badge>}
          {(expiry === 'expired' || expiry === 'soon') && <span className="sr-only">{', '}</span>}
          {expiry === 'expired' && <Badge tone="danger">{texts.expired}</Badge>}
          {expiry === 'soon' && <Badge tone="pending">{texts.expiresSoon}</Badge>}
        </p>
        {month !== null && (
          <p className="text-sm text-ink-2 tabular-nums">
            {expiry === 'expired' ? texts.expiredOn(month) : texts.expires(month)}
          </p>
        )}
      </div>
      <div className="col-span-2 flex flex-wrap gap-2 sm:col-span-1">
        {!card.is_default && expiry !== 'expired' && (
          <Button
            variant="secondary"
            size="sm"
            busy={makingDefault}
            aria-label={texts.makeDefaultNamed(name)}
            onClick={onMakeDefault}
          >
            {texts.makeDefault}
          </Button>
        )}
        <Button variant="secondary" size="sm" aria-label={texts.removeNamed(name)} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </li>
  )
}
