import type { Logger } from '../logging/logger.ts'
import { describeError } from '../logging/logger.ts'

/** How often it is asked which sessions have ended (ms): however one ended, its connections end soon. */
const POLL_EVERY_MS = 2000
/** A session whose end was heard of is remembered for so long (ms): somebody may just be let in by it. */
const REMEMBERED_MS = 60_000
/** Whoever has not asked for so long (ms) looks all sessions up: endings are forgotten after a day. */
const STALE_AFTER_MS = 3_600_000

/** What sessions there are, as the database has it. */
export interface SessionLog {
  /**
   * The sessions that have ended since a mark; none without one.
   * @returns also the mark for the next call: nothing that ends in between is missed
   */
  endedSince: (mark: string | null) => Promise<{ sessionIds: readonly string[]; mark: string }>
  /** Which of these sessions still live, and until when. */
  active: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Date>>
}

export interface SessionWatch {
  /** Asks for the first time: from here on nothing is missed. @throws when the database is away */
  start: () => Promise<void>
  /**
   * Watches the session of one more connection.
   * @returns whether it may be used: false when its end was reported meanwhile
   */
  add: (session: { sessionId: string; expiresAt: Date }) => boolean
  /** Watches it for one connection less. */
  remove: (sessionId: string) => void
  /** Somebody has said that a session is over. */
  end: (sessionId: string) => void
  stop: () => void
}

/**
 * Finds out which sessions have ended: by whatever server, by hand in the database, or by expiring without being
 * prolonged. Its queries grow with the sessions that end, not with those that it watches.
 * @param cut ends the connections of a session
 */
export function createSessionWatch({
  log,
  cut,
  logger,
}: {
  log: SessionLog
  cut: (sessionId: string) => void
  logger: Logger
}): SessionWatch {
  const watched = new Map<string, { expiresAt: Date; connections: number }>()
  const endedAt = new Map<string, number>()
  let mark: string | null = null
  let polledAt = performance.now()
  let isPolling = false
  let timer: NodeJS.Timeout | undefined

  async function poll(): Promise<void> {
    const startedAt = performance.now()
    const isStale = startedAt - polledAt > STALE_AFTER_MS
    const ended = await log.endedSince(mark)
    for (const sessionId of ended.sessionIds) end(sessionId)
    for (const [sessionId, at] of endedAt) if (startedAt - at > REMEMBERED_MS) endedAt.delete(sessionId)
    await cutEnded(isStale ? [...watched.keys()] : expired())
    ;({ mark } = ended)
    polledAt = startedAt
  }

  function expired(): string[] {
    const now = new Date()
    return Array.from(watched).flatMap(([sessionId, { expiresAt }]) => (expiresAt <= now ? [sessionId] : []))
  }

  /** Cuts those of some sessions that do not live, and takes over until when the others do. */
  async function cutEnded(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length === 0) return
    const active = await log.active(sessionIds)
    for (const sessionId of sessionIds) {
      const expiresAt = active.get(sessionId)
      const session = watched.get(sessionId)
      if (expiresAt === undefined) cut(sessionId)
      else if (session) session.expiresAt = expiresAt
    }
  }

  function end(sessionId: string): void {
    endedAt.set(sessionId, performance.now())
    cut(sessionId)
  }

  return {
    start: async () => {
      await poll()
      timer = setInterval(() => {
        if (isPolling) return
        isPolling = true
        poll()
          // The database is away: poll again next time instead of throwing everyone out.
          .catch((error: unknown) =>
            logger.warn({ reason: describeError(error) }, 'ended sessions could not be asked for'),
          )
          .finally(() => (isPolling = false))
      }, POLL_EVERY_MS)
      timer.unref()
    },
    add: ({ sessionId, expiresAt }) => {
      if (endedAt.has(sessionId)) return false
      const session = watched.get(sessionId) ?? { expiresAt, connections: 0 }
      session.connections++
      watched.set(sessionId, session)
      return true
    },
    remove: (sessionId) => {
      const session = watched.get(sessionId)
      if (session && --session.connections === 0) watched.delete(sessionId)
    },
    end,
    stop: () => clearInterval(timer),
  }
}
