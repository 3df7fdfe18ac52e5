import type { Message, MessagePreview } from '@kundig/contract/chat/chat.contract'
import { ERRORS, type ErrorCode, isErrorCode } from '@kundig/contract/errors'
import type { Acknowledged } from '@kundig/contract/live/live-events'

import { createStore, type ReadonlyStore } from '../../../platform/state/store.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { OutboxTabs } from './outbox-tabs.ts'
import type { Unsent } from './unsent.ts'

export interface OutboxOptions {
  store: Pick<OutboxStore, 'all' | 'add' | 'setFailed' | 'remove' | 'isAtRisk'>
  tabs: Pick<OutboxTabs, 'withLock' | 'publish' | 'listen'>
  /** Resolves once this tab can send as its person; rejects when the tab can never send again. */
  ready: () => Promise<void>
  /** Sends a message once. Rejects when no response arrives; the outbox then sends the message again. */
  deliver: (unsent: Unsent) => Promise<Acknowledged<Message>>
  /** Called in every tab with the stored message, before it leaves the outbox. */
  onStored: (message: Message) => void
  /** Waits before the next attempt, for at least `leastMs`, the server's minimum. `attempt` counts from 1. */
  pause: (attempt: number, leastMs: number) => Promise<void>
  newId: () => string
}

/** Maximum server failures before a message is marked as failed. Refusals and lost connections do not count. */
const FAILURES_MAX = 5

/** Maximum age for automatic sending (ms). Older messages may be out of date, so their author decides. */
const ASK_AFTER_MS = 24 * 3_600_000

/** Temporary errors: the outbox sends the message again after a log-in, a pause or a database failure. */
const NOT_NOW: ReadonlySet<ErrorCode> = new Set(['NO_SESSION', 'TOO_MANY_ATTEMPTS', 'UNAVAILABLE'])

/**
 * Sends a room's messages one at a time, in order. Each message is stored before it shows, so that it outlives the tab.
 * The server detects repeats by client id, so sending a message again never duplicates it.
 */
export class Outbox {
  private readonly options: OutboxOptions
  private readonly store = createStore<ReadonlyMap<string, readonly Unsent[]>>(new Map())
  /** Unsent messages by room, in order. An unchanged room keeps the same array object. */
  readonly queues: ReadonlyStore<ReadonlyMap<string, readonly Unsent[]>> = this.store
  private readonly working = new Set<string>()
  private readonly failures = new Map<string, number>()
  private lastRead: Promise<void>
  private hasRead = false
  private isClosed = false

  constructor(options: OutboxOptions) {
    this.options = options
    options.tabs.listen(({ stored }) => {
      if (stored) options.onStored(stored)
      this.read().catch(() => undefined)
    })
    this.lastRead = failOldMessages(options.store)
    this.read().catch(() => undefined)
  }

  listUnsent(roomId: string): readonly Unsent[] {
    return this.queues.get().get(roomId) ?? NOTHING
  }

  /** True when the room has no waiting message from `writtenAt` (ISO 8601) or earlier. */
  isSentUntil(roomId: string, writtenAt: string): boolean {
    return this.hasRead && !this.listUnsent(roomId).some((one) => one.failed === null && one.writtenAt <= writtenAt)
  }

  get isAtRisk(): boolean {
    return this.options.store.isAtRisk
  }

  /** Stores a message, then shows it as being sent. */
  async add(roomId: string, content: string, replyTo?: MessagePreview): Promise<void> {
    await this.options.store.add({
      clientId: this.options.newId(),
      roomId,
      content,
      ...(replyTo && { replyTo }),
      writtenAt: new Date().toISOString(),
      failed: null,
    })
    await this.changed()
  }

  /** Sends a failed message again under the same client id. */
  async retry(roomId: string, clientId: string): Promise<void> {
    const unsent = this.listUnsent(roomId).find((one) => one.clientId === clientId)
    if (!unsent) return
    this.failures.delete(clientId)
    await this.options.store.setFailed(unsent, null)
    await this.changed()
  }

  async drop(clientId: string): Promise<void> {
    await this.options.store.remove(clientId)
    await this.changed()
  }

  /** Stops sending. Another tab, or the next visit, sends the remaining messages. */
  close(): void {
    this.isClosed = true
  }

  /** Announces a change of the store to all tabs, and shows it here. After a failed read, the next read shows it. */
  private async changed(stored?: Message): Promise<void> {
    this.options.tabs.publish(stored ? { stored } : {})
    await this.read().catch(() => undefined)
  }

  /** Shows and sends the stored messages. Reads run one after another, so that the last read shows the latest state. */
  private read(): Promise<void> {
    const read = async (): Promise<void> => {
      if (this.isClosed) return
      const waiting = await this.options.store.all()
      if (this.isClosed) return
      const before = this.queues.get()
      const queues = Array.from(
        Map.groupBy(waiting, ({ roomId }) => roomId),
        ([roomId, queue]) => {
          const known = before.get(roomId)
          return [roomId, known && isSame(known, queue) ? known : queue] as const
        },
      )
      this.hasRead = true
      this.store.set(new Map(queues))
      for (const [roomId] of queues) void this.work(roomId)
    }
    this.lastRead = this.lastRead.then(read, read)
    return this.lastRead
  }

  private async work(roomId: string): Promise<void> {
    if (this.working.has(roomId)) return
    this.working.add(roomId)
    const { ready, tabs, pause } = this.options
    for (let attempt = 1; findFirstWaitingMessage(this.listUnsent(roomId)) && !this.isClosed; attempt++) {
      // A tab that cannot send must not take the lock: it would block the other tabs.
      const pauseMs = await ready()
        .then(() => tabs.withLock(roomId, (isMine) => this.send(roomId, isMine)))
        // The promise rejects when the page closes before it gets the lock, or when the person logged out.
        .catch(() => 0)
      if (pauseMs !== null && !this.isClosed) await pause(attempt, pauseMs)
    }
    this.working.delete(roomId)
  }

  /** @returns null once no message waits, otherwise the minimum pause (ms) before the next attempt */
  private async send(roomId: string, isMine: () => boolean): Promise<number | null> {
    while (isMine()) {
      // Another tab may have sent the messages already.
      await this.read()
      const unsent = findFirstWaitingMessage(this.listUnsent(roomId))
      if (!unsent || this.isClosed) return null
      const answer = await this.options.deliver(unsent)
      if (answer.ok) {
        this.failures.delete(unsent.clientId)
        this.options.onStored(answer.result)
        await this.options.store.remove(unsent.clientId)
        await this.changed(answer.result)
        continue
      }
      if (NOT_NOW.has(answer.code)) return (answer.retry_after_s ?? 0) * 1000
      const failures = (this.failures.get(unsent.clientId) ?? 0) + 1
      this.failures.set(unsent.clientId, failures)
      // A newer server may return an error code that this page does not know.
      const isKnown = isErrorCode(answer.code)
      const isRefused = isKnown && ERRORS[answer.code].status < 500
      if (!isRefused && failures < FAILURES_MAX) return 0
      // Without a known reason, the error names the failed action (spec 8).
      await this.options.store.setFailed(unsent, isKnown && answer.code !== 'UNEXPECTED' ? answer.code : 'SEND_FAILED')
      await this.changed()
    }
    return 0
  }
}

async function failOldMessages(store: OutboxOptions['store']): Promise<void> {
  for (const unsent of await store.all()) {
    const ageMs = Date.now() - Date.parse(unsent.writtenAt)
    if (unsent.failed === null && ageMs > ASK_AFTER_MS) await store.setFailed(unsent, 'MESSAGE_OLD')
  }
}

function findFirstWaitingMessage(queue: readonly Unsent[]): Unsent | undefined {
  return queue.find(({ failed }) => failed === null)
}

const NOTHING: readonly Unsent[] = []

function isSame(one: readonly Unsent[], other: readonly Unsent[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ clientId, failed }, index) => {
      const counterpart = other[index]
      return counterpart?.clientId === clientId && counterpart.failed === failed
    })
  )
}
