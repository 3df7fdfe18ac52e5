import { repeatWork } from '../../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { FileService } from './file.service.ts'

const EVERY_MS = 600_000

/** Several servers may sweep, because removing a file twice is safe. Stopping waits briefly for the current sweep. */
export function startFileSweep({ files, logger }: { files: FileService; logger: Logger }): () => Promise<void> {
  const sweep = (leaving: AbortSignal): Promise<void> =>
    files.sweep(leaving).catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'deleting abandoned uploads failed')
    })
  return repeatWork(sweep, EVERY_MS)
}
