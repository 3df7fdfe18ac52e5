import type { Executor } from '../../platform/database/database.ts'
import { findById, selectStamp } from './request.repository.ts'

const introductionOf = async (db: Executor, requestId: string): Promise<string | null> =>
  (await findById(db, requestId))?.message ?? null

/** Introductions, for mails about requests. */
export const quotedIntroductions = {
  request_received: introductionOf,
  request_reminder: introductionOf,
  request_last_reminder: introductionOf,
}

/** Whether a person's requests have changed, for chat: part of what it answers to whoever was away. */
export const requestStamp = selectStamp
