import { PgBoss } from 'pg-boss'

import { describeError, type Logger } from '../logging/logger.ts'
import { JOBS_SCHEMA } from './jobs-schema.ts'

/** Polling interval for other servers' jobs and retries (s). */
const POLLING_S = 2
const AT_A_TIME = 5
const CLEARING_S = 60
/** Time limit for running jobs at a stop (ms); the next start repeats unfinished jobs. */
const DRAIN_MS = 10_000

/** Settings of a queue (s, except `retryLimit`). */
export interface QueueSettings {
  retryLimit: number
  /** Delay of the first retry. Later delays double, with some jitter. */
  retryDelay: number
  retryDelayMax: number
  /** Run time after which a job counts as lost with a killed server, and is repeated. */
  expireInSeconds: number
  deleteAfterSeconds: number
  /** If true, a succeeded job is deleted immediately, because its data must not be kept. */
  forgetsDone?: boolean
}

/** Stores a job, which is durable once the promise resolves. */
export type Enqueue<Data extends object> = (data: Data) => Promise<void>

export interface Jobs {
  /** Creates a queue that runs each job at least once, even after a crash. Failed jobs are retried under their id. */
  queue: <Data extends object>(
    name: string,
    settings: QueueSettings,
    work: (data: Data, id: string) => Promise<void>,
  ) => Promise<Enqueue<Data>>
  /** Starts no further jobs, and waits for running jobs. */
  close: () => Promise<void>
}

export interface JobsOptions {
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  logger: Logger
  /** Called after each failed try; never throws. */
  onFailed?: (queue: string) => void
}

/** Starts the job queues, whose rows in PostgreSQL survive restarts of server and database. */
export async function startJobs({ query, logger, onFailed }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: query },
    schema: JOBS_SCHEMA,
    schedule: false,
    maintenanceIntervalSeconds: CLEARING_S,
    // Index maintenance is only useful for queues of millions.
    reindex: false,
    monitorVacuum: false,
  })
  // Without a listener, a lost database would end the process.
  boss.on('error', (error) => logger.warn({ reason: error.message.slice(0, 200) }, 'job queue problem'))
  boss.on('warning', ({ message }) => logger.warn({ reason: message.slice(0, 200) }, 'job queue problem'))
  await boss.start()
  // Jobs of a killed server may be due again at the start.
  await boss.supervise()

  return {
    queue: async <Data extends object>(
      name: string,
      { forgetsDone = false, ...settings }: QueueSettings,
      work: (data: Data, id: string) => Promise<void>,
    ): Promise<Enqueue<Data>> => {
      await boss.createQueue(name)
      await boss.updateQueue(name, { ...settings, retryBackoff: true })
      const options = {
        batchSize: AT_A_TIME,
        pollingIntervalSeconds: POLLING_S,
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const
      const worker = await boss.work<Data, unknown, typeof options>(name, options, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }) => {
            try {
              await work(data, id)
              // A job that cannot be deleted now is done nevertheless, and is deleted later.
              if (forgetsDone) await boss.deleteJob(name, id).catch(() => undefined)
              return { id, status: 'completed' as const }
            } catch (error) {
              const reason = describeError(error)
              logger.warn({ queue: name, job: id, reason }, 'job failed')
              onFailed?.(name)
              return { id, status: 'failed' as const, output: { reason } }
            }
          }),
        ),
      )
      return async (data) => {
        await boss.send(name, data)
        // Notifying the worker starts a new job immediately instead of at the next poll.
        boss.notifyWorker(worker)
      }
    },
    close: () => boss.stop({ close: false, timeout: DRAIN_MS }),
  }
}
