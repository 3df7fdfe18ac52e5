import { implementation, requireViewer } from '../../implementation.ts'
import type { ReviewService } from './review.service.ts'

/** Procedures of reviews. Only `list` requires no session. */
export function createReviewProcedures({ reviews }: { reviews: ReviewService }) {
  const { reviews: procedures } = implementation
  return {
    list: procedures.list.handler(({ context, input }) => reviews.list(context.viewer?.userId ?? null, input)),
    own: procedures.own.handler(({ context, input }) => reviews.own(requireViewer(context).userId, input.person_id)),
    save: procedures.save.handler(({ context, input }) => reviews.save(requireViewer(context).userId, input)),
    dismiss: procedures.dismiss.handler(({ context, input }) =>
      reviews.dismiss(requireViewer(context).userId, input.person_id),
    ),
    answer: procedures.answer.handler(({ context, input }) =>
      reviews.answer(requireViewer(context).userId, input.review_id, input.text),
    ),
  }
}
