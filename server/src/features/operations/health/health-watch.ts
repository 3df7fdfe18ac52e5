import type { FailureMetrics } from '../../../failure-metrics.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findFullestDisk } from '../../../platform/disk.ts'
import { repeatWork } from '../../../platform/jobs/repeated-work.ts'
import type { LiveServer } from '../../../platform/live/live-server.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import * as repository from './health.repository.ts'

/** Interval at which a server reports its presence and stores its failures (ms). */
const EVERY_MS = 10_000

export interface HealthWatchOptions {
  db: Database
  logger: Logger
  failures: FailureMetrics
  /** Name that is unique among the site's servers: machine and port. */
  serverName: string
  diskFolders: readonly string[]
  live: Pick<LiveServer, 'countConnections'>
}

export function startHealthWatch(options: HealthWatchOptions): () => Promise<void> {
  const { db, logger, failures, serverName: name, diskFolders, live } = options
  const startedAt = new Date()

  async function recordHeartbeat(): Promise<void> {
    const disk = await findFullestDisk(diskFolders)
    await repository.recordServer(db, {
      name,
      startedAt,
      liveConnections: live.countConnections(),
      diskFreeBytes: disk?.freeBytes ?? null,
      diskTotalBytes: disk?.totalBytes ?? null,
    })
    await writeFailures()
    await repository.forgetLostServers(db)
    await repository.forgetFailures(db)
  }

  /** Stores the failures. After an error, the next call stores them. */
  async function writeFailures(): Promise<void> {
    const taken = failures.take()
    if (taken.size === 0) return
    try {
      await db.transaction((tx) => repository.addFailures(tx, taken))
    } catch (error) {
      failures.giveBack(taken)
      throw error
    }
  }

  const attempting = (work: () => Promise<void>) => (): Promise<void> =>
    work().catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'recording server health failed')
    })
  const stop = repeatWork(attempting(recordHeartbeat), EVERY_MS)
  return async () => {
    await stop()
    await attempting(async () => {
      await writeFailures()
      await repository.forgetServer(db, name)
    })()
  }
}
