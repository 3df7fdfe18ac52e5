import { repeat } from '../../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { FileService } from './file.service.ts'

/** Often enough for files that nobody can see (ms). */
const EVERY_MS = 600_000

/**
 * Sweeps at the start and every few minutes. Several servers may: each takes what no other one has.
 * @returns ends it, and lets what is under way finish, if that does not take long
 */
export function startFileSweep({ files, logger }: { files: FileService; logger: Logger }): () => Promise<void> {
  const sweep = (leaving: AbortSignal): Promise<void> =>
    files.sweep(leaving).catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'abandoned uploads were not removed')
    })
  return repeat(sweep, EVERY_MS)
}
