import { useQueryClient } from '@tanstack/react-query'

import { REVIEW_LIMITS } from '@kundig/contract/reviews/review-limits'
import { checkReviewText } from '@kundig/contract/reviews/review-rules'
import type { OwnReview } from '@kundig/contract/reviews/reviews.contract'

import { Field, Select } from '../../design-system/fields/field.tsx'
import { toast } from '../../design-system/toasts/toast.tsx'
import { client } from '../../platform/api/client.ts'
import { getSessionSignal } from '../../platform/api/session-state.ts'
import { useCheckedForm } from '../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { ReviewForm } from './review-form.tsx'
import { reviewsTexts } from './reviews.messages.ts'
import { refreshReviews } from './reviews.queries.ts'

const RATINGS = Array.from({ length: REVIEW_LIMITS.ratingMax }, (_, index) => REVIEW_LIMITS.ratingMax - index)

export interface ReviewDialogProps {
  expert: { id: string; full_name: string }
  own: OwnReview['review']
  onClose: () => void
}

export function ReviewDialog({ expert, own, onClose }: ReviewDialogProps) {
  const texts = useTexts(reviewsTexts)
  const queryClient = useQueryClient()
  const form = useCheckedForm({
    initial: { rating: own ? String(own.rating) : '', text: own?.text ?? '' },
    check: ({ rating, text }) => ({ rating: rating === '' ? 'RATING_INVALID' : null, text: checkReviewText(text) }),
    send: async ({ rating, text }) => {
      const ended = getSessionSignal(queryClient)
      await client.reviews.save({ person_id: expert.id, rating: Number(rating), text })
      await refreshReviews(queryClient, expert.id)
      if (ended.aborted) return
      toast.success(texts.saved)
      onClose()
    },
    fallback: 'UNEXPECTED',
  })
  return (
    <ReviewForm
      form={form}
      title={texts.dialogTitle(expert.full_name)}
      description={texts.dialogLead(expert.full_name)}
      label={texts.text}
      optionalText={texts.optional}
      onClose={onClose}
    >
      <Field label={texts.rating} required error={form.errorAt('rating')}>
        {(control) => (
          <Select
            {...control}
            name="rating"
            placeholder={texts.choose}
            options={RATINGS.map((count) => ({ value: String(count), label: texts.stars(count) }))}
            value={form.values.rating}
            onChange={(event) => form.set('rating', event.target.value)}
          />
        )}
      </Field>
    </ReviewForm>
  )
}
