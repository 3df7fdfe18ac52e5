import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { CardLine } from '../cards/card-line.tsx'
import { cardsQuery, findPayableCard } from '../cards/card.queries.ts'
import { configurationQuery } from '../provider/configuration.queries.ts'
import { requestCardTexts } from './request-card.messages.ts'

/** Names the saved card that would pay, or says that a new card is needed. */
export function PaymentMethodLine({ newCardOnly }: { newCardOnly: boolean }) {
  const texts = useTexts(requestCardTexts)
  const cards = useQuery(cardsQuery)
  // Loads the configuration early, so that the payment dialog opens at its full height.
  usePrefetchQuery(configurationQuery)
  const card = cards.data && !newCardOnly && findPayableCard(cards.data.items)
  if (card) return <CardLine card={card} />
  if (!cards.data && !newCardOnly) return null
  return (
    <p className="flex items-center gap-2">
      <CreditCard size={18} className="flex-none" />
      <span>{newCardOnly ? texts.enterNewCard : texts.noCardYet}</span>
    </p>
  )
}
