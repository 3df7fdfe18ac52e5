import { Refusal } from '@kundig/contract/errors'

import { type Executor, isDatabaseUnavailable } from '../../../platform/database/database.ts'
import {
  type BatchOutcome,
  insertBatch,
  insertNextMessage,
  isRaceForClientId,
  type NewMessage,
  type StoredMessage,
} from './message.repository.ts'

const BATCH_MAX = 128
/** Maximum messages of one room per batch, so that a busy room does not delay other rooms. */
const BATCH_MAX_PER_ROOM = 8
/** Maximum pending messages; further messages are refused, and clients send them later. */
const WAITING_MAX = 5000
/** Maximum wait until a message's statement begins (ms). */
const WAIT_LIMIT_MS = 2000
/** Maximum retries after lost races for a client id; a retry finds the winning message. */
const RACES_MAX = 3

export interface MessageStore {
  insertBatch: (messages: readonly NewMessage[]) => Promise<BatchOutcome[]>
  /** Waits for the room's lock. Returns undefined when the message is refused. */
  insertOne: (message: NewMessage) => Promise<StoredMessage | undefined>
  isRace: (error: unknown) => boolean
}

export function createMessageStore({ batchDb, db }: { batchDb: Executor; db: Executor }): MessageStore {
  return {
    insertBatch: (messages) => insertBatch(batchDb, messages),
    insertOne: (message) => insertNextMessage(db, message),
    isRace: isRaceForClientId,
  }
}

interface Pending {
  message: NewMessage
  cameAt: number
  resolve: (stored: StoredMessage | undefined) => void
  reject: (reason: unknown) => void
}

interface Ran {
  settled: (() => void)[]
  locked: Pending[]
}

const isTooLate = (cameAt: number): boolean => performance.now() - cameAt >= WAIT_LIMIT_MS

/**
 * Group commit: messages that arrive during a statement share the next statement. Each room has at most one running
 * statement or lock wait, so its messages are stored in order of arrival.
 */
export class MessageBatches {
  readonly #store: MessageStore
  readonly #queues = new Map<string, Pending[]>()
  /** Rooms with pending messages and no running statement, served in turn. */
  readonly #ready = new Set<string>()
  readonly #underWay = new Set<string>()
  #waiting = 0
  #isBusy = false
  #watch: NodeJS.Timeout | undefined

  constructor(store: MessageStore) {
    this.#store = store
  }

  #takeBatch(): Pending[] {
    const batch: Pending[] = []
    for (const roomId of this.#ready) {
      if (batch.length >= BATCH_MAX) break
      const queue = this.#queues.get(roomId) ?? []
      const most = Math.min(queue.length, BATCH_MAX_PER_ROOM, BATCH_MAX - batch.length)
      // Two copies of a message in one statement would make it fail. The next statement finds the first copy.
      const keys = new Set<string>()
      for (const { message } of queue.slice(0, most)) {
        const key = `${message.senderId} ${message.clientId}`
        if (keys.has(key)) break
        keys.add(key)
      }
      batch.push(...queue.splice(0, keys.size))
      this.#ready.delete(roomId)
      this.#underWay.add(roomId)
    }
    this.#waiting -= batch.length
    return batch
  }

  #release(roomIds: Iterable<string>): void {
    for (const roomId of roomIds) {
      this.#underWay.delete(roomId)
      if ((this.#queues.get(roomId)?.length ?? 0) > 0) this.#ready.add(roomId)
      else this.#queues.delete(roomId)
    }
  }

  #pump(): void {
    if (this.#isBusy || this.#ready.size === 0) return
    this.#isBusy = true
    const batch = this.#takeBatch()
    const rooms = new Set(batch.map(({ message }) => message.roomId))
    void this.#run(batch, 0).then(({ settled, locked }) => {
      for (const { message } of locked) rooms.delete(message.roomId)
      this.#release(rooms)
      this.#isBusy = false
      // Starts the next statement before publishing the messages of the last one.
      this.#pump()
      for (const settle of settled) settle()
      for (const [roomId, pending] of Map.groupBy(locked, ({ message }) => message.roomId)) {
        // Does not await these messages, because waiting for a room's lock must not delay other rooms.
        void this.#insertOneByOne(roomId, pending).then(() => {
          this.#release([roomId])
          this.#pump()
        })
      }
    })
  }

  /** @returns functions that settle the senders' promises, and the messages of locked rooms; both keep the order */
  async #run(batch: readonly Pending[], races: number): Promise<Ran> {
    let outcomes: BatchOutcome[]
    try {
      outcomes = await this.#store.insertBatch(batch.map(({ message }) => message))
    } catch (error) {
      if (this.#store.isRace(error) && races < RACES_MAX) return this.#run(batch, races + 1)
      // The outcome of these messages is unknown, so this server does not send them again.
      if (batch.length === 1 || isDatabaseUnavailable(error)) {
        return {
          settled: batch.map(
            ({ reject }) =>
              () =>
                reject(error),
          ),
          locked: [],
        }
      }
      // One message that cannot be stored must not fail the others. Halving the batch keeps the order.
      const middle = Math.ceil(batch.length / 2)
      const first = await this.#run(batch.slice(0, middle), races)
      const blocked = new Set(first.locked.map(({ message }) => message.roomId))
      const rest = Map.groupBy(batch.slice(middle), ({ message }) => blocked.has(message.roomId))
      const free = rest.get(false) ?? []
      const second = free.length > 0 ? await this.#run(free, races) : { settled: [], locked: [] }
      return {
        settled: [...first.settled, ...second.settled],
        locked: [...first.locked, ...(rest.get(true) ?? []), ...second.locked],
      }
    }
    const locked: Pending[] = []
    const settled: (() => void)[] = []
    for (const [index, pending] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome === 'busy' || outcome === undefined) locked.push(pending)
      else settled.push(() => pending.resolve(outcome === 'refused' ? undefined : outcome))
    }
    return { settled, locked }
  }

  /**
   * Inserts a locked room's messages one by one. After a failure or timeout, refuses the remaining ones. Each would
   * wait for the same lock, and none may overtake an earlier message of its sender.
   */
  async #insertOneByOne(roomId: string, batch: readonly Pending[]): Promise<void> {
    for (const [index, { message, cameAt, resolve, reject }] of batch.entries()) {
      try {
        if (isTooLate(cameAt)) throw new Refusal('UNAVAILABLE')
        resolve(await this.#store.insertOne(message))
      } catch (error) {
        reject(error)
        const rest = batch.slice(index + 1)
        for (const one of rest) one.reject(new Refusal('UNAVAILABLE'))
        this.#refuseWaiting(roomId, new Set(batch.slice(index).map((one) => one.message.senderId)))
        return
      }
    }
  }

  #refuseWaiting(roomId: string, senderIds: ReadonlySet<string>): void {
    const queue = this.#queues.get(roomId) ?? []
    for (const pending of queue.splice(0)) {
      if (senderIds.has(pending.message.senderId)) {
        this.#waiting--
        pending.reject(new Refusal('UNAVAILABLE'))
      } else queue.push(pending)
    }
  }

  #watchWaiting(): void {
    this.#watch ??= setTimeout(() => {
      this.#watch = undefined
      for (const [roomId, queue] of this.#queues) {
        const fresh = queue.findIndex(({ cameAt }) => !isTooLate(cameAt))
        const expired = queue.splice(0, fresh === -1 ? queue.length : fresh)
        this.#waiting -= expired.length
        for (const { reject } of expired) reject(new Refusal('UNAVAILABLE'))
        if (queue.length === 0) {
          this.#ready.delete(roomId)
          if (!this.#underWay.has(roomId)) this.#queues.delete(roomId)
        }
      }
      if (this.#waiting > 0) this.#watchWaiting()
    }, WAIT_LIMIT_MS / 4)
    this.#watch.unref()
  }

  /**
   * @returns the same as `insertNextMessage`
   * @throws Refusal UNAVAILABLE, with nothing stored: the queue is full, the wait was too long, or an earlier message
   * in the locked room failed
   * @throws any database error: only a retry with the same client id shows whether the message was stored
   */
  insert(message: NewMessage): Promise<StoredMessage | undefined> {
    if (this.#waiting >= WAITING_MAX) return Promise.reject(new Refusal('UNAVAILABLE'))
    return new Promise((resolve, reject) => {
      const pending = { message, cameAt: performance.now(), resolve, reject }
      const queue = this.#queues.get(message.roomId)
      if (queue) queue.push(pending)
      else this.#queues.set(message.roomId, [pending])
      this.#waiting++
      if (!this.#underWay.has(message.roomId)) this.#ready.add(message.roomId)
      this.#pump()
      if (this.#waiting > 0) this.#watchWaiting()
    })
  }
}
