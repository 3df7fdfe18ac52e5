import { useQueryClient } from '@tanstack/react-query'

import { checkReviewAnswer } from '@kundig/contract/reviews/review-rules'

import { toast } from '../../design-system/toasts/toast.tsx'
import { client } from '../../platform/api/client.ts'
import { getSessionSignal } from '../../platform/api/session-state.ts'
import { useCheckedForm } from '../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { ReviewForm } from './review-form.tsx'
import { reviewsTexts } from './reviews.messages.ts'
import { refreshReviews } from './reviews.queries.ts'

export function AnswerDialog({
  reviewId,
  expertId,
  onClose,
}: {
  reviewId: string
  expertId: string
  onClose: () => void
}) {
  const texts = useTexts(reviewsTexts)
  const queryClient = useQueryClient()
  const form = useCheckedForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: checkReviewAnswer(text) }),
    send: async ({ text }) => {
      const ended = getSessionSignal(queryClient)
      await client.reviews.answer({ review_id: reviewId, text })
      await refreshReviews(queryClient, expertId)
      if (ended.aborted) return
      toast.success(texts.answered)
      onClose()
    },
    fallback: 'UNEXPECTED',
  })
  return (
    <ReviewForm
      form={form}
      title={texts.answerTitle}
      label={texts.yourAnswer}
      hint={texts.answerHint}
      onClose={onClose}
    />
  )
}
