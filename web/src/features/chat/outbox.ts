import type { Message } from '@kundig/contract/chat/chat.contract'
import { ERRORS, type ErrorCode } from '@kundig/contract/errors'
import type { Acknowledged } from '@kundig/contract/live-events'

/** A message on its way. It stays here until the server has acknowledged it. */
export interface Unsent {
  clientId: string
  roomId: string
  content: string
  /** When it was written, ISO 8601, by this machine's clock: for display only. */
  writtenAt: string
  /** Set when sending has been given up: the reason. The person may retry or drop it. */
  failed: ErrorCode | null
}

export interface OutboxOptions {
  /** Sends once. Rejects when no answer came in time or the connection dropped: then it is sent again. */
  deliver: (unsent: Unsent) => Promise<Acknowledged<Message>>
  /** Called with what the server stored, before it leaves the outbox. */
  onStored: (message: Message) => void
  /** Waits before trying again, `attempt` counting from 1. */
  pause: (attempt: number) => Promise<void>
  newId: () => string
}

/** A server that keeps failing (not refusing, not unreachable) is asked this often before the person is told. */
const FAILURES_MAX = 5

/**
 * Messages on their way, one at a time in each room, in the order in which they were written. Each carries
 * a client id by which the server recognises a repeat, so sending again can lose or double nothing.
 */
export class Outbox {
  private readonly options: OutboxOptions
  private readonly queues = new Map<string, readonly Unsent[]>()
  private readonly working = new Set<string>()
  private readonly listeners = new Set<() => void>()

  constructor(options: OutboxOptions) {
    this.options = options
  }

  /** What is on its way in a room, in order. The same array until it changes. */
  of(roomId: string): readonly Unsent[] {
    return this.queues.get(roomId) ?? NOTHING
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  add(roomId: string, content: string): void {
    const unsent = {
      clientId: this.options.newId(),
      roomId,
      content,
      writtenAt: new Date().toISOString(),
      failed: null,
    }
    this.set(roomId, [...this.of(roomId), unsent])
    void this.work(roomId)
  }

  /** Sends a given-up message again, under the same client id. */
  retry(roomId: string, clientId: string): void {
    this.change(roomId, clientId, { failed: null })
    void this.work(roomId)
  }

  drop(roomId: string, clientId: string): void {
    this.set(
      roomId,
      this.of(roomId).filter((unsent) => unsent.clientId !== clientId),
    )
  }

  private async work(roomId: string): Promise<void> {
    if (this.working.has(roomId)) return
    this.working.add(roomId)
    try {
      for (;;) {
        const next = this.of(roomId).find(({ failed }) => failed === null)
        if (!next) return
        await this.sendUntilAnswered(next)
      }
    } finally {
      this.working.delete(roomId)
    }
  }

  private async sendUntilAnswered(unsent: Unsent): Promise<void> {
    const { roomId, clientId } = unsent
    let failures = 0
    for (let attempt = 1; ; attempt++) {
      let answer: Acknowledged<Message>
      try {
        answer = await this.options.deliver(unsent)
      } catch {
        await this.options.pause(attempt)
        continue
      }
      if (answer.ok) {
        this.options.onStored(answer.result)
        this.drop(roomId, clientId)
        return
      }
      failures++
      const isRefused = ERRORS[answer.code].status < 500
      if (isRefused || failures >= FAILURES_MAX) {
        this.change(roomId, clientId, { failed: answer.code })
        return
      }
      await this.options.pause(attempt)
    }
  }

  private change(roomId: string, clientId: string, change: Partial<Unsent>): void {
    this.set(
      roomId,
      this.of(roomId).map((unsent) => (unsent.clientId === clientId ? { ...unsent, ...change } : unsent)),
    )
  }

  private set(roomId: string, queue: readonly Unsent[]): void {
    this.queues.set(roomId, queue)
    for (const listener of this.listeners) listener()
  }
}

const NOTHING: readonly Unsent[] = []
