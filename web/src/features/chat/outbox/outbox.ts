import type { Message } from '@kundig/contract/chat/chat.contract'
import { ERRORS, type ErrorCode, isErrorCode } from '@kundig/contract/errors'
import type { Acknowledged } from '@kundig/contract/live-events'

import { createStore, type ReadonlyStore } from '../../../platform/state/store.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { OutboxTabs } from './outbox-tabs.ts'
import type { Unsent } from './unsent.ts'

export interface OutboxOptions {
  store: Pick<OutboxStore, 'all' | 'add' | 'setFailed' | 'remove' | 'isAtRisk'>
  tabs: Pick<OutboxTabs, 'withLock' | 'publish' | 'listen'>
  /** Waits until this tab can send as its person. Rejects once it never will. */
  ready: () => Promise<void>
  /** Sends once. Rejects when no answer came; the message is then sent again. */
  deliver: (unsent: Unsent) => Promise<Acknowledged<Message>>
  /** Called in every tab with the stored message, before it leaves the outbox. */
  onStored: (message: Message) => void
  /** Waits before trying again, `attempt` counting from 1, and at least as long as the server asked for. */
  pause: (attempt: number, leastMs: number) => Promise<void>
  newId: () => string
}

/** After this many failures of the server (neither refusals nor lost connections) the person is told. */
const FAILURES_MAX = 5

/** A message that has waited longer (ms) is sent only when its writer says so: it may not fit any more. */
const ASK_AFTER_MS = 24 * 3_600_000

/** Answers that say nothing about the message: it is sent after a new log-in, a pause, or when the database is back. */
const NOT_NOW: ReadonlySet<ErrorCode> = new Set(['NO_SESSION', 'TOO_MANY_ATTEMPTS', 'UNAVAILABLE'])

/**
 * Sends messages one at a time in each room, in the order in which they were written. Each is stored, so that it outlives
 * the tab, before it is shown, and has a client id by which the server recognises a repeat: sending again, after a crash
 * or from another tab, loses and doubles nothing.
 */
export class Outbox {
  private readonly options: OutboxOptions
  private readonly store = createStore<ReadonlyMap<string, readonly Unsent[]>>(new Map())
  /** By room, what is on its way there, in order. The same array until it changes. */
  readonly queues: ReadonlyStore<ReadonlyMap<string, readonly Unsent[]>> = this.store
  private readonly working = new Set<string>()
  private readonly failures = new Map<string, number>()
  /** By room, how long the server asked to wait before the next try there (ms). */
  private readonly asksToWaitMs = new Map<string, number>()
  private lastRead: Promise<void> = Promise.resolve()
  private isClosed = false

  constructor(options: OutboxOptions) {
    this.options = options
    options.tabs.listen(({ stored }) => {
      if (stored) options.onStored(stored)
      void this.refresh()
    })
    this.lastRead = this.setOldAside()
    void this.refresh()
  }

  /** The unsent messages of a room, in order. The same array until something changes. */
  of(roomId: string): readonly Unsent[] {
    return this.queues.get().get(roomId) ?? NOTHING
  }

  /** Whether closing this tab would lose a message. */
  get isAtRisk(): boolean {
    return this.options.store.isAtRisk
  }

  /** Adds a message. Once this is done it is stored, and shown as being sent. */
  async add(roomId: string, content: string): Promise<void> {
    await this.options.store.add({
      clientId: this.options.newId(),
      roomId,
      content,
      writtenAt: new Date().toISOString(),
      failed: null,
    })
    await this.changed()
  }

  /** Sends a failed message again, under the same client id. */
  async retry(roomId: string, clientId: string): Promise<void> {
    const unsent = this.of(roomId).find((one) => one.clientId === clientId)
    if (!unsent) return
    this.failures.delete(clientId)
    await this.options.store.setFailed(unsent, null)
    await this.changed()
  }

  /** Removes a failed message. */
  async drop(clientId: string): Promise<void> {
    await this.options.store.remove(clientId)
    await this.changed()
  }

  /** Stops sending: what waits is left to the next tab. */
  close(): void {
    this.isClosed = true
  }

  private async changed(stored?: Message): Promise<void> {
    this.options.tabs.publish(stored ? { stored } : {})
    await this.refresh()
  }

  /** Reads the store. Where that fails, the change is made all the same, and the next read shows it. */
  private async refresh(): Promise<void> {
    await this.readStore().catch(() => undefined)
  }

  /** Shows what is in the store, and sends it. One read at a time, so that the last one shows the latest. */
  private readStore(): Promise<void> {
    this.lastRead = this.readStoreAfter(this.lastRead)
    return this.lastRead
  }

  private async readStoreAfter(previous: Promise<void>): Promise<void> {
    // A read that failed does not prevent the next one.
    await previous.catch(() => undefined)
    if (this.isClosed) return
    const waiting = await this.options.store.all()
    if (this.isClosed) return
    this.show(Map.groupBy(waiting, ({ roomId }) => roomId))
    for (const roomId of this.queues.get().keys()) void this.work(roomId)
  }

  /** Marks messages that have waited too long as failed, so that their writer decides. */
  private async setOldAside(): Promise<void> {
    for (const unsent of await this.options.store.all()) {
      const ageMs = Date.now() - Date.parse(unsent.writtenAt)
      if (unsent.failed === null && ageMs > ASK_AFTER_MS) await this.options.store.setFailed(unsent, 'MESSAGE_OLD')
    }
  }

  private show(queues: ReadonlyMap<string, readonly Unsent[]>): void {
    const before = this.queues.get()
    const entries = Array.from(queues, ([roomId, queue]) => {
      const known = before.get(roomId)
      return [roomId, known && isSame(known, queue) ? known : queue] as const
    })
    this.store.set(new Map(entries))
  }

  private next(roomId: string): Unsent | undefined {
    return this.of(roomId).find(({ failed }) => failed === null)
  }

  private async work(roomId: string): Promise<void> {
    if (this.working.has(roomId)) return
    this.working.add(roomId)
    try {
      for (let attempt = 1; this.next(roomId) && !this.isClosed; attempt++) {
        // A page that is being left gets no lock, and after a log-out the tab is never ready.
        const isDone = await this.takeTurn(roomId).catch(() => false)
        const leastMs = this.asksToWaitMs.get(roomId) ?? 0
        this.asksToWaitMs.delete(roomId)
        if (!isDone && !this.isClosed) await this.options.pause(attempt, leastMs)
      }
    } finally {
      this.working.delete(roomId)
    }
  }

  private async takeTurn(roomId: string): Promise<boolean> {
    // Only a tab that can send waits for the lock: another one would keep the others waiting.
    await this.options.ready()
    return this.options.tabs.withLock(roomId, (isMine) => this.sendAll(roomId, isMine))
  }

  /** @returns false when something has to be tried again, after a pause */
  private async sendAll(roomId: string, isMine: () => boolean): Promise<boolean> {
    while (isMine()) {
      // Another tab may have sent in the meantime.
      await this.readStore()
      const unsent = this.next(roomId)
      if (!unsent || this.isClosed) return true
      if (!(await this.sendOnce(unsent))) return false
    }
    return false
  }

  private async sendOnce(unsent: Unsent): Promise<boolean> {
    const { clientId } = unsent
    let answer: Acknowledged<Message>
    try {
      answer = await this.options.deliver(unsent)
    } catch {
      return false
    }
    if (answer.ok) {
      this.failures.delete(clientId)
      this.options.onStored(answer.result)
      await this.options.store.remove(clientId)
      await this.changed(answer.result)
      return true
    }
    if (NOT_NOW.has(answer.code)) {
      this.asksToWaitMs.set(unsent.roomId, (answer.retry_after_s ?? 0) * 1000)
      return false
    }
    const failures = (this.failures.get(clientId) ?? 0) + 1
    this.failures.set(clientId, failures)
    // A newer server may answer with a code that this page does not know.
    const isRefused = isErrorCode(answer.code) && ERRORS[answer.code].status < 500
    if (!isRefused && failures < FAILURES_MAX) return false
    // Without a known reason the person is told what failed (spec 8).
    const isUnexplained = answer.code === 'UNEXPECTED' || !isErrorCode(answer.code)
    await this.options.store.setFailed(unsent, isUnexplained ? 'SEND_FAILED' : answer.code)
    await this.changed()
    return true
  }
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
