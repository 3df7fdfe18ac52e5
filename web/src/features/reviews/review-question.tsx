import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '../../design-system/button.tsx'
import { useLazyModule } from '../../design-system/lazy-module.ts'
import { client } from '../../platform/api/client.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { reviewsTexts } from './reviews.messages.ts'
import { ownReviewQuery } from './reviews.queries.ts'

const loadDialog = () => import('./review-dialog.tsx')

export interface ReviewQuestionProps {
  expert: { id: string; full_name: string }
  paymentRequestId: string
}

/** Question in the chat that asks the buyer for a review, once per expert. */
export function ReviewQuestion({ expert, paymentRequestId }: ReviewQuestionProps) {
  const texts = useTexts(reviewsTexts)
  const queryClient = useQueryClient()
  const query = ownReviewQuery(expert.id)
  const { data } = useQuery(query)
  const [isOpen, setOpen] = useState(false)
  const dialog = useLazyModule(loadDialog, isOpen)
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.reviews.dismiss({ person_id: expert.id }),
    onSuccess: (own) => queryClient.setQueryData(query.queryKey, own),
  })
  if (data?.asked_after !== paymentRequestId) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <p className="min-w-0 wrap-anywhere">{texts.question(expert.full_name)}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {texts.write}
        </Button>
        <Button variant="ghost" size="sm" busy={isPending} onClick={() => mutate()}>
          {texts.notNow}
        </Button>
      </div>
      {dialog && isOpen && <dialog.ReviewDialog expert={expert} own={null} onClose={() => setOpen(false)} />}
    </div>
  )
}
