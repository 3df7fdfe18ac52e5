import { PgBoss } from 'pg-boss'

import { describeError, type Logger } from '../logging/logger.ts'
import { JOBS_SCHEMA } from './jobs-schema.ts'

/** How often a queue is looked at for jobs of other servers and for those to be tried again (s). */
const POLLING_S = 2
/** So many jobs of a queue are done at a time. */
const AT_A_TIME = 5
/** Finished jobs are cleared away this often (s). */
const CLEARING_S = 60
/** A job under way gets this long to finish when the server stops (ms); afterwards the next start does it again. */
const DRAIN_MS = 10_000

/** How a queue's jobs are tried again (all in seconds). */
export interface QueueSettings {
  retryLimit: number
  /** The first pause; each further one is twice as long, with some jitter. */
  retryDelay: number
  retryDelayMax: number
  /** A job that runs longer is taken to be lost with its server, and done again. */
  expireInSeconds: number
  /** How long a finished job is kept. */
  deleteAfterSeconds: number
  /** Whether a job that succeeded is removed at once instead: what it was given must not outlive it. */
  forgetsDone?: boolean
}

/** Puts a job into its queue: durable once this resolves. */
export type Enqueue<Data extends object> = (data: Data) => Promise<void>

export interface Jobs {
  /**
   * Opens a queue and does its jobs, each at least once, whatever stops in between.
   * @param work may throw: the job is then tried again. It is given the job's id, the same at every try.
   */
  queue: <Data extends object>(
    name: string,
    settings: QueueSettings,
    work: (data: Data, id: string) => Promise<void>,
  ) => Promise<Enqueue<Data>>
  /** Takes nothing new and lets jobs under way finish. */
  close: () => Promise<void>
}

export interface JobsOptions {
  /** Runs pg-boss's own SQL on our pool. */
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  logger: Logger
  /** Called with the queue of each try that failed; never throws. */
  onFailed?: (queue: string) => void
}

/** Durable background work: jobs are rows in PostgreSQL, so they survive a restart of either. */
export async function startJobs({ query, logger, onFailed }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: query },
    schema: JOBS_SCHEMA,
    schedule: false,
    maintenanceIntervalSeconds: CLEARING_S,
    // Index upkeep is for queues of millions.
    reindex: false,
    monitorVacuum: false,
  })
  // Without a listener a database that goes away would end the whole process.
  boss.on('error', (error) => logger.warn({ reason: error.message.slice(0, 200) }, 'job queue'))
  boss.on('warning', ({ message }) => logger.warn({ reason: message.slice(0, 200) }, 'job queue'))
  await boss.start()
  // What a killed server had under way may be due again by now.
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
              // A job that cannot be removed now is done all the same, and cleared away later.
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
        // It would be found at the next look anyway; this way it is done at once.
        boss.notifyWorker(worker)
      }
    },
    close: () => boss.stop({ close: false, timeout: DRAIN_MS }),
  }
}
