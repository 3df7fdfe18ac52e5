import type { DBSchema } from 'idb'

import type { ErrorCode } from '@kundig/contract/errors'

import { BrowserDatabase } from '../../../platform/state/browser-database.ts'
import type { Unsent } from './unsent.ts'

interface Schema extends DBSchema {
  /** The key increases with every message of any tab. It defines the order of sending. */
  unsent: { key: number; value: Unsent; indexes: { clientId: string } }
}

/** Stores unacknowledged messages in the browser's database, shared by all tabs. If it refuses, they stay in memory. */
export class OutboxStore {
  private readonly disk: BrowserDatabase<Schema>
  /** Messages that the database lacks, or has in an older state. */
  private readonly inMemory = new Map<string, Unsent>()
  private readonly removed = new Set<string>()
  private lastKept: Unsent[] = []

  constructor(userId: string) {
    this.disk = new BrowserDatabase(`kundig-outbox-${userId}`, (database) => {
      database
        .createObjectStore('unsent', { autoIncrement: true })
        .createIndex('clientId', 'clientId', { unique: true })
    })
  }

  /** True when closing the tab would lose a message. */
  get isAtRisk(): boolean {
    return this.inMemory.size > 0
  }

  /** Returns the messages of all tabs, in the order of their addition. */
  async all(): Promise<Unsent[]> {
    // If a read fails, the result of the last successful read is used.
    this.lastKept = (await this.disk.run((disk) => disk.getAll('unsent'))) ?? this.lastKept
    const known = new Set(this.lastKept.map(({ clientId }) => clientId))
    return [
      ...this.lastKept.map((unsent) => this.inMemory.get(unsent.clientId) ?? unsent),
      ...[...this.inMemory.values()].filter(({ clientId }) => !known.has(clientId)),
    ].filter(({ clientId }) => !this.removed.has(clientId))
  }

  /** Stores a message. It outlives the tab, and also a power cut if the browser supports that. */
  async add(unsent: Unsent): Promise<void> {
    const key = await this.disk.run(async (disk) => {
      const transaction = disk.transaction('unsent', 'readwrite', { durability: 'strict' })
      const [made] = await Promise.all([transaction.store.add(unsent), transaction.done])
      return made
    })
    if (key === null) this.inMemory.set(unsent.clientId, unsent)
  }

  /** Stores the reason for a failure; null marks the message for a retry. */
  async setFailed(unsent: Unsent, failed: ErrorCode | null): Promise<void> {
    const { clientId } = unsent
    const isKept = await this.disk.run(async (disk) => {
      const transaction = disk.transaction('unsent', 'readwrite')
      const cursor = await transaction.store.index('clientId').openCursor(clientId)
      await Promise.all([cursor?.update({ ...cursor.value, failed }), transaction.done])
      return cursor !== null
    })
    if (isKept !== true || this.inMemory.has(clientId)) this.inMemory.set(clientId, { ...unsent, failed })
  }

  async remove(clientId: string): Promise<void> {
    // A removed message must not return, even if the database cannot delete it.
    this.removed.add(clientId)
    this.inMemory.delete(clientId)
    await this.disk.run(async (disk) => {
      const transaction = disk.transaction('unsent', 'readwrite')
      const key = await transaction.store.index('clientId').getKey(clientId)
      await Promise.all([key === undefined ? undefined : transaction.store.delete(key), transaction.done])
      return true
    })
  }

  async close(): Promise<void> {
    await this.disk.close()
  }
}
