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

interface SessionWatchOptions {
  log: SessionLog
  cut: (sessionId: string) => void
  logger: Logger
}

/**
 * Finds out which sessions have ended: by whatever server, by hand in the database, or by expiring without being
 * prolonged. Its queries grow with the sessions that end, not with those that it watches.
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

  /** Cuts those of some sessions that do not live, and takes over until when the others do. */
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

  /** Somebody has said that a session is over. */
  end(sessionId: string): void {
    this.#endedAt.set(sessionId, performance.now())
    this.#deps.cut(sessionId)
  }

  /** Asks for the first time: from here on nothing is missed. @throws when the database is away */
  async start(): Promise<void> {
    await this.#poll()
    this.#timer = setInterval(() => {
      if (this.#isPolling) return
      this.#isPolling = true
      this.#poll()
        // The database is away: poll again next time instead of throwing everyone out.
        .catch((error: unknown) =>
          this.#deps.logger.warn({ reason: describeError(error) }, 'ended sessions could not be asked for'),
        )
        .finally(() => (this.#isPolling = false))
    }, POLL_EVERY_MS)
    this.#timer.unref()
  }

  /**
   * Watches the session of one more connection.
   * @returns whether it may be used: false when its end was reported meanwhile
   */
  add({ sessionId, expiresAt }: { sessionId: string; expiresAt: Date }): boolean {
    if (this.#endedAt.has(sessionId)) return false
    const session = this.#watched.get(sessionId) ?? { expiresAt, connections: 0 }
    session.connections++
    this.#watched.set(sessionId, session)
    return true
  }

  /** Watches it for one connection less. */
  remove(sessionId: string): void {
    const session = this.#watched.get(sessionId)
    if (session && --session.connections === 0) this.#watched.delete(sessionId)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
