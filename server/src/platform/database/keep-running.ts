import type { EmbeddedPostgres } from './embedded-postgres.ts'

/** Run time after which a crashed PostgreSQL restarts immediately instead of after growing pauses (ms). */
const STEADY_MS = 60_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

interface Listener {
  error: (fields: object, message: string) => void
  warn: (message: string) => void
}

/** Restarts PostgreSQL after unexpected exits; clients must reconnect. Returns a function that ends the restarts. */
export function keepPostgresRunning(postgres: EmbeddedPostgres, logger: Listener): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve())
  })

  async function tryRestart(): Promise<boolean> {
    try {
      await postgres.restart()
      return true
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      logger.error({ reason }, 'restarting embedded PostgreSQL failed')
      return false
    }
  }

  async function restartUntilStopped(): Promise<void> {
    let pauseMs = 0
    let startedAt = performance.now()
    for (;;) {
      await Promise.race([postgres.ended(), stopped])
      if (signal.aborted) return
      if (performance.now() - startedAt > STEADY_MS) pauseMs = 0
      logger.error({ pauseMs }, 'embedded PostgreSQL exited: restarting it')
      do {
        await Promise.race([pause(pauseMs), stopped])
        if (signal.aborted) return
        pauseMs = Math.min(Math.max(2 * pauseMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
        startedAt = performance.now()
      } while (!(await tryRestart()))
      logger.warn('embedded PostgreSQL restarted')
    }
  }

  const keeping = restartUntilStopped()
  return async () => {
    stopping.abort()
    await keeping
    await postgres.stop()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
