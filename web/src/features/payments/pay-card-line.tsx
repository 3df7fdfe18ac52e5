import { CreditCard } from 'lucide-react'

import type { Card } from '@kundig/contract/payments/payments.contract'

import { useTexts } from '../../platform/i18n/texts.ts'
import { brandName } from './card-name.ts'
import { cardTexts } from './card.messages.ts'

/** What a person knows a card by, such as "Visa ending in 4242". */
export function useCardLabel(): (card: Pick<Card, 'brand' | 'last4'>) => string {
  const texts = useTexts(cardTexts)
  return (card) => texts.ending(brandName(card) ?? texts.card, card.last4)
}

/** A card in a line, with its sign. */
export function CardLine({ card }: { card: Card }) {
  const label = useCardLabel()
  return (
    <p className="flex items-center gap-2 text-sm text-ink-2">
      <CreditCard size={18} aria-hidden="true" className="flex-none" />
      <span className="num">{label(card)}</span>
    </p>
  )
}
