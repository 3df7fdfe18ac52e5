import type { Logger } from '../logging/logger.ts'
import { describeError } from '../logging/logger.ts'

/** Polling interval for ended sessions (ms): however one ended, its connections end soon. */
const POLL_EVERY_MS = 2000
/** Time for which a reported end of a session is remembered (ms): a connection may just be joining with it. */
const REMEMBERED_MS = 60_000
/** Age of the last poll after which all sessions are looked up (ms): ends are forgotten after a day. */
const STALE_AFTER_MS = 3_600_000

/** Sessions in the database. */
export interface SessionLog {
  /**
   * Returns the sessions that have ended since a mark; none without one.
   * @returns also the mark for the next call: no end in between is missed
   */
  endedSince: (mark: string | null) => Promise<{ sessionIds: readonly string[]; mark: string }>
  /** Returns those of these sessions that are active, with their expiry. */
  active: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Date>>
}

interface SessionWatchOptions {
  log: SessionLog
  cut: (sessionId: string) => void
  logger: Logger
}

/**
 * Detects ended sessions: ended by any server, by hand in the database, or expired without renewal. Its queries grow
 * with the ended sessions, not with the watched ones.
 * @param cut ends the connections of a session
 */
export class SessionWatch {
  readonly #deps: SessionWatchOptions
  readonly #watched = new Map<string, { expiresAt: Date; connections: number }>()
  readonly #endedAt = new Map<string, number>()
  #mark: string | null = null
  #polledAt = performance.now()
  #isPolling = false
  #timer: NodeJS.Timeout | undefined

  constructor(deps: SessionWatchOptions) {
    this.#deps = deps
  }

  async #poll(): Promise<void> {
    const startedAt = performance.now()
    const isStale = startedAt - this.#polledAt > STALE_AFTER_MS
    const ended = await this.#deps.log.endedSince(this.#mark)
    for (const sessionId of ended.sessionIds) this.end(sessionId)
    for (const [sessionId, at] of this.#endedAt) if (startedAt - at > REMEMBERED_MS) this.#endedAt.delete(sessionId)
    await this.#cutEnded(isStale ? [...this.#watched.keys()] : this.#expired())
    ;({ mark: this.#mark } = ended)
    this.#polledAt = startedAt
  }

  #expired(): string[] {
    const now = new Date()
    return Array.from(this.#watched).flatMap(([sessionId, { expiresAt }]) => (expiresAt <= now ? [sessionId] : []))
  }

  /** Cuts those of these sessions that are not active, and stores the expiry of the others. */
  async #cutEnded(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length === 0) return
    const active = await this.#deps.log.active(sessionIds)
    for (const sessionId of sessionIds) {
      const expiresAt = active.get(sessionId)
      const session = this.#watched.get(sessionId)
      if (expiresAt === undefined) this.#deps.cut(sessionId)
      else if (session) session.expiresAt = expiresAt
    }
  }

  /** Handles a report that a session has ended. */
  end(sessionId: string): void {
    this.#endedAt.set(sessionId, performance.now())
    this.#deps.cut(sessionId)
  }

  /** Polls for the first time: from here on nothing is missed. @throws when the database is unavailable */
  async start(): Promise<void> {
    await this.#poll()
    this.#timer = setInterval(() => {
      if (this.#isPolling) return
      this.#isPolling = true
      this.#poll()
        // The database is unavailable: poll again next time instead of disconnecting everyone.
        .catch((error: unknown) =>
          this.#deps.logger.warn({ reason: describeError(error) }, 'ended sessions could not be asked for'),
        )
        .finally(() => (this.#isPolling = false))
    }, POLL_EVERY_MS)
    this.#timer.unref()
  }

  /**
   * Watches the session of one more connection.
   * @returns false when its end was reported during the look-up: it may not be used
   */
  add({ sessionId, expiresAt }: { sessionId: string; expiresAt: Date }): boolean {
    if (this.#endedAt.has(sessionId)) return false
    const session = this.#watched.get(sessionId) ?? { expiresAt, connections: 0 }
    session.connections++
    this.#watched.set(sessionId, session)
    return true
  }

  /** Removes one connection of a session from the watch. */
  remove(sessionId: string): void {
    const session = this.#watched.get(sessionId)
    if (session && --session.connections === 0) this.#watched.delete(sessionId)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
