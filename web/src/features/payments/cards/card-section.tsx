import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'

import type { Card } from '@kundig/contract/payments/payments.contract'

import { Button } from '../../../design-system/button.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { TestModeNotice } from '../provider/test-mode-notice.tsx'
import { SAVED_CARDS_ID, useSectionAnchor } from '../section-anchors.ts'
import { CardList } from './card-list.tsx'
import { CardSetup } from './card-setup.tsx'
import { cardTexts } from './card.messages.ts'
import { cardsQuery } from './card.queries.ts'

export function CardSection() {
  const texts = useTexts(cardTexts)
  const errorText = useErrorText()
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const cards = useQuery(cardsQuery)
  useSectionAnchor(SAVED_CARDS_ID, heading, !cards.isPending)
  return (
    <section id={SAVED_CARDS_ID} aria-labelledby={titleId} className="card mt-6 p-5 shadow-2 sm:p-8">
      <h2 ref={heading} id={titleId} tabIndex={-1} className="scroll-mt-8 text-xl outline-none">
        {texts.title}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{texts.lead}</p>
      <QueryState
        query={cards}
        loading={
          // The placeholder is as high as an empty list. Most people have no cards, so nothing moves for them.
          <div aria-busy="true">
            <span role="status" className="sr-only">
              {texts.loading}
            </span>
            <Skeleton className="mt-5 h-6 w-3/4" />
            <Skeleton className="mt-5 h-11 w-44 rounded-md" />
          </div>
        }
        renderFailure={(error) => errorText(toFailure(error, 'CARD_LOOKUP_FAILED').code)}
        retryLabel={texts.retry}
      >
        {({ items }) => <Cards cards={items} />}
      </QueryState>
    </section>
  )
}

function Cards({ cards }: { cards: readonly Card[] }) {
  const texts = useTexts(cardTexts)
  const [isAdding, setIsAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const wasAdding = useRef(false)
  useEffect(() => {
    // The form that had the focus has disappeared.
    if (wasAdding.current && !isAdding) addButton.current?.focus({ preventScroll: true })
    wasAdding.current = isAdding
  }, [isAdding])

  return (
    <>
      <CardList cards={cards} onEmptied={() => addButton.current?.focus({ preventScroll: true })} />
      {cards.length === 0 && !isAdding && <p className="mt-5 text-ink-2">{texts.none}</p>}
      {isAdding ? (
        <div className="mt-5 rounded-lg border border-border p-4 sm:p-5">
          <h3 className="text-lg">{texts.addTitle}</h3>
          <TestModeNotice pointsToCards className="mt-2 mb-4" />
          <CardSetup
            onSaved={() => {
              setIsAdding(false)
              toast.success(texts.saved)
            }}
            cancel={
              <Button variant="secondary" onClick={() => setIsAdding(false)}>
                {texts.cancel}
              </Button>
            }
          />
        </div>
      ) : (
        <Button ref={addButton} variant="secondary" className="mt-5" onClick={() => setIsAdding(true)}>
          <Plus size={18} />
          {texts.add}
        </Button>
      )}
    </>
  )
}
