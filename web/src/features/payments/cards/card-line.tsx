import { CreditCard } from 'lucide-react'

import type { Card } from '@kundig/contract/payments/payments.contract'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { formatBrand } from './card-name.ts'
import { cardTexts } from './card.messages.ts'

/** Returns a function that names a card, such as "Visa ending in 4242", or "Link" for a card without digits. */
export function useCardLabel(): (card: Pick<Card, 'brand' | 'last4'>) => string {
  const texts = useTexts(cardTexts)
  return (card) => {
    const brand = formatBrand(card) ?? texts.card
    return card.last4 === null ? brand : texts.ending(brand, card.last4)
  }
}

export function CardLine({ card }: { card: Card }) {
  const label = useCardLabel()
  return (
    <p className="flex items-center gap-2 text-sm text-ink-2">
      <CreditCard size={18} className="flex-none" />
      <span className="num">{label(card)}</span>
    </p>
  )
}
