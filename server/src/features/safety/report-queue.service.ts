import type { Database } from '../../platform/database/database.ts'
import { findQueue, type QueuePlace } from './report.repository.ts'

/** An open case, without anything that anybody wrote. */
export interface OpenCase extends QueuePlace {
  category: string
  reportCount: number
  /** What it is about: a kind, an id, and a place in a room (0: none). */
  subjectKind: string
  subjectId: string
  subjectSeq: number
}

/** The cases that nobody has decided, for whoever runs the site. */
export function createReportQueueService({ db }: { db: Database }) {
  return {
    /** A page: the gravest first, then the oldest. @param after the last one of the page before */
    list: (after: QueuePlace | null, limit: number): Promise<OpenCase[]> => findQueue(db, { after, limit }),
  }
}
