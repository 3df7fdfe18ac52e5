import { repeat } from '../../platform/jobs/repeated-work.ts'
import { type Logger, nameOf } from '../../platform/logging/logger.ts'
import type { FileService } from './file.service.ts'

/** Often enough for files that nobody can see (ms). */
const EVERY_MS = 600_000

export interface FileSweep {
  /** Lets what is under way finish, if that does not take long. */
  stop: () => Promise<void>
}

/** Sweeps at the start and every few minutes. Several servers may: each takes what no other one has. */
export function startFileSweep({ files, logger }: { files: FileService; logger: Logger }): FileSweep {
  const sweep = (leaving: AbortSignal): Promise<void> =>
    files.sweep(leaving).catch((error: unknown) => {
      logger.warn({ reason: nameOf(error) }, 'abandoned uploads were not removed')
    })
  return { stop: repeat(sweep, EVERY_MS) }
}
