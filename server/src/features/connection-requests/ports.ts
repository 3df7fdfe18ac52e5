import type { Executor } from '../../platform/database/database.ts'
import { findById, selectRequestsStamp } from './request.repository.ts'

const findIntroduction = async (db: Executor, requestId: string): Promise<string | null> =>
  (await findById(db, requestId))?.message ?? null

export const quotedIntroductions = {
  request_received: findIntroduction,
  request_reminder: findIntroduction,
  request_last_reminder: findIntroduction,
}

/** Stamp of a person's requests, for chat's answer to a resume. */
export const requestStamp = selectRequestsStamp
