import type { Database } from '../../../platform/database/database.ts'
import { repeatWork } from '../../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import * as repository from './figures.repository.ts'
import type { FiguresService } from './figures.service.ts'
import type { VisitTally } from './visit-tally.ts'

/** Interval between writes of visits (ms). A killed server loses the visits since its last write. */
const VISITS_MS = 5000
const FOLD_MS = 60_000

export interface FiguresWatchOptions {
  db: Database
  logger: Logger
  figures: Pick<FiguresService, 'fold'>
  visits: Pick<VisitTally, 'take' | 'giveBack'>
}

export function startFiguresWatch({ db, logger, figures, visits }: FiguresWatchOptions): () => Promise<void> {
  /** Stores the visits. After a failure, the next call stores them. */
  async function writeVisits(): Promise<void> {
    const taken = visits.take()
    if (taken.length === 0) return
    try {
      await repository.addVisits(db, taken)
    } catch (error) {
      visits.giveBack(taken)
      throw error
    }
  }
  const attempting = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'counting figures failed')
    })
  const ends = [
    repeatWork(() => attempting(writeVisits()), VISITS_MS),
    repeatWork((leaving) => attempting(figures.fold(leaving)), FOLD_MS),
  ]
  return async () => {
    await Promise.all(ends.map((end) => end()))
    await attempting(writeVisits())
  }
}
