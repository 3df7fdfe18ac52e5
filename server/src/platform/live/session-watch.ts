import type { Logger } from '../logging/logger.ts'
import { describeError } from '../logging/logger.ts'

const POLL_EVERY_MS = 2000
/** Time for which an ended session is remembered (ms), because its connections may just be joining. */
const REMEMBERED_MS = 60_000
/** Age of the last poll after which all sessions are looked up (ms): records of ended sessions are kept for a day. */
const STALE_AFTER_MS = 3_600_000

export interface SessionLog {
  /** Returns sessions that ended since `mark` (none for null), and the mark for the next call, which misses no end. */
  endedSince: (mark: string | null) => Promise<{ sessionIds: readonly string[]; mark: string }>
  /** Returns the active sessions among the given sessions, with their expiry. */
  active: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Date>>
}

interface SessionWatchOptions {
  log: SessionLog
  cut: (sessionId: string) => void
  logger: Logger
}

/** Detects sessions ended by servers, by hand or by expiry. The cost grows with ended, not with watched sessions. */
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

  end(sessionId: string): void {
    this.#endedAt.set(sessionId, performance.now())
    this.#deps.cut(sessionId)
  }

  /** Polls once, then repeatedly, so that no later end is missed. Throws when the database is unavailable. */
  async start(): Promise<void> {
    await this.#poll()
    this.#timer = setInterval(() => {
      if (this.#isPolling) return
      this.#isPolling = true
      this.#poll()
        // When the database is unavailable, the watch polls again later and disconnects no one.
        .catch((error: unknown) =>
          this.#deps.logger.warn({ reason: describeError(error) }, 'reading ended sessions failed'),
        )
        .finally(() => (this.#isPolling = false))
    }, POLL_EVERY_MS)
    this.#timer.unref()
  }

  /** Watches a session. Returns false when the session ended during its look-up. */
  add({ sessionId, expiresAt }: { sessionId: string; expiresAt: Date }): boolean {
    if (this.#endedAt.has(sessionId)) return false
    const session = this.#watched.get(sessionId) ?? { expiresAt, connections: 0 }
    session.connections++
    this.#watched.set(sessionId, session)
    return true
  }

  remove(sessionId: string): void {
    const session = this.#watched.get(sessionId)
    if (session && --session.connections === 0) this.#watched.delete(sessionId)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
