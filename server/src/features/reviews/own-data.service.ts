import type { OwnData } from '../../own-data.ts'
import type { Database } from '../../platform/database/database.ts'
import { findOwnAnswers, findOwnReviews, findOwnRights } from './own-data.repository.ts'

export const ownDataOfReviews = ({ db }: { db: Database }): OwnData => ({
  reviews_written: (userId) => findOwnReviews(db, userId),
  review_answers: (userId) => findOwnAnswers(db, userId),
  review_rights: (userId) => findOwnRights(db, userId),
})
