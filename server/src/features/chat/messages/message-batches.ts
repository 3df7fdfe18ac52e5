import { Refusal } from '@kundig/contract/errors'

import { type Executor, isDatabaseUnavailable } from '../../../platform/database/database.ts'
import {
  type BatchOutcome,
  insertBatch,
  insertNext,
  isRaceForClientId,
  type NewMessage,
  type StoredMessage,
} from './message.repository.ts'

/** The most messages of one statement. */
const BATCH_MAX = 128
/** The most of them from one room: the others in it wait, so that a loud room does not hold up the rest. */
const BATCH_MAX_PER_ROOM = 8
/** So many wait at most; whatever comes then is refused, to be sent again later. */
const WAITING_MAX = 5000
/** The longest that a message waits for its statement to begin (ms). */
const WAIT_LIMIT_MS = 2000
/** A batch that lost a race for a client id is repeated; the other one is found then. */
const RACES_MAX = 3

/** What can be done with the database. */
export interface MessageStore {
  /** Stores messages in one statement; see `insertBatch` of the repository. */
  insertBatch: (messages: readonly NewMessage[]) => Promise<BatchOutcome[]>
  /** Stores one message, waiting for its room's lock; undefined where it is refused. */
  insertOne: (message: NewMessage) => Promise<StoredMessage | undefined>
  /** Whether the failure of a batch was a race for a client id. */
  isRace: (error: unknown) => boolean
}

/**
 * The database as such a store.
 * @param batchDb a connection for batches alone
 * @param db for what is stored one by one
 */
export function messageStore({ batchDb, db }: { batchDb: Executor; db: Executor }): MessageStore {
  return {
    insertBatch: (messages) => insertBatch(batchDb, messages),
    insertOne: (message) => insertNext(db, message),
    isRace: isRaceForClientId,
  }
}

interface Pending {
  message: NewMessage
  cameAt: number
  resolve: (stored: StoredMessage | undefined) => void
  reject: (reason: unknown) => void
}

/** What became of a batch. */
interface Ran {
  settled: (() => void)[]
  late: Pending[]
}

const isTooLate = (cameAt: number): boolean => performance.now() - cameAt >= WAIT_LIMIT_MS

/**
 * Group commit: messages that come while a statement is under way go together in the next one. When none is under way,
 * a message goes at once, alone. One statement at a time; a room is in one statement or lock wait at a time, so that its
 * messages are stored in the order in which they came, and each has an outcome of its own.
 */
export class MessageBatches {
  readonly #store: MessageStore
  /** What waits, by room, the oldest first. */
  readonly #queues = new Map<string, Pending[]>()
  /** Rooms of which something waits and nothing is under way; they take turns. */
  readonly #ready = new Set<string>()
  readonly #underWay = new Set<string>()
  #waiting = 0
  #isBusy = false
  #watch: NodeJS.Timeout | undefined

  constructor(store: MessageStore) {
    this.#store = store
  }

  #take(): Pending[] {
    const batch: Pending[] = []
    for (const roomId of this.#ready) {
      if (batch.length >= BATCH_MAX) break
      const queue = this.#queues.get(roomId) ?? []
      const most = Math.min(queue.length, BATCH_MAX_PER_ROOM, BATCH_MAX - batch.length)
      // The same message twice is not for one statement: the second finds the first in the next.
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

  /** What of a room came meanwhile may go now. */
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
    const batch = this.#take()
    const rooms = new Set(batch.map(({ message }) => message.roomId))
    void this.#run(batch, 0).then(({ settled, late }) => {
      for (const { message } of late) rooms.delete(message.roomId)
      this.#release(rooms)
      this.#isBusy = false
      // The next statement goes first: the database is at it while this one's messages are published.
      this.#pump()
      for (const settle of settled) settle()
      for (const [roomId, pending] of Map.groupBy(late, ({ message }) => message.roomId)) {
        // Not waited for: what waits for the lock of its room holds up no other room.
        void this.#oneByOne(roomId, pending).then(() => {
          this.#release([roomId])
          this.#pump()
        })
      }
    })
  }

  /**
   * Sends a batch.
   * @returns what tells the senders what became of their messages, in order; and those whose rooms are locked by somebody
   *   else, in order, too: they are to be stored one by one
   */
  async #run(batch: readonly Pending[], races: number): Promise<Ran> {
    let outcomes: BatchOutcome[]
    try {
      outcomes = await this.#store.insertBatch(batch.map(({ message }) => message))
    } catch (error) {
      if (this.#store.isRace(error) && races < RACES_MAX) return this.#run(batch, races + 1)
      // What became of them is not known, so none of them is sent again from here.
      if (batch.length === 1 || isDatabaseUnavailable(error)) {
        return {
          settled: batch.map(
            ({ reject }) =>
              () =>
                reject(error),
          ),
          late: [],
        }
      }
      // One of them cannot be stored: the others are not to suffer for it. The halves keep the order.
      const middle = Math.ceil(batch.length / 2)
      const first = await this.#run(batch.slice(0, middle), races)
      const blocked = new Set(first.late.map(({ message }) => message.roomId))
      const rest = Map.groupBy(batch.slice(middle), ({ message }) => blocked.has(message.roomId))
      const free = rest.get(false) ?? []
      const second = free.length > 0 ? await this.#run(free, races) : { settled: [], late: [] }
      return {
        settled: [...first.settled, ...second.settled],
        late: [...first.late, ...(rest.get(true) ?? []), ...second.late],
      }
    }
    const late: Pending[] = []
    const settled: (() => void)[] = []
    for (const [index, pending] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome === 'busy' || outcome === undefined) late.push(pending)
      else settled.push(() => pending.resolve(outcome === 'refused' ? undefined : outcome))
    }
    return { settled, late }
  }

  /**
   * Stores messages of a locked room one after the other. After one that fails, or whose turn comes too late, the others
   * are refused, unstored: each would wait for the same lock, and none is to overtake what its sender wrote before.
   * @param batch of one room, in order
   */
  async #oneByOne(roomId: string, batch: readonly Pending[]): Promise<void> {
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

  /** Refuses what these people have waiting in a room; what waits of the other one keeps its order, and its turn. */
  #refuseWaiting(roomId: string, senderIds: ReadonlySet<string>): void {
    const queue = this.#queues.get(roomId) ?? []
    for (const pending of queue.splice(0)) {
      if (senderIds.has(pending.message.senderId)) {
        this.#waiting--
        pending.reject(new Refusal('UNAVAILABLE'))
      } else queue.push(pending)
    }
  }

  /** Refuses what has waited too long, and looks again while something waits. */
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
   * Stores a message together with whatever else waits at that moment.
   * @returns the message, new or (for a known client id) the first one; undefined when the room does not exist, is
   *   closed, or is not the sender's
   * @throws Refusal UNAVAILABLE when too many wait, or for too long, or what came before it in its locked room failed;
   *   nothing was stored then
   * @throws what the database throws; whether it was stored is then known only by asking again with the client id
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
