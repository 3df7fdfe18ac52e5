import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

import type { ErrorCode } from '@kundig/contract/errors'

import type { Unsent } from './unsent.ts'

interface Schema extends DBSchema {
  /** The key grows with every message, whichever tab writes it: the order in which messages are sent. */
  unsent: { key: number; value: Unsent; indexes: { clientId: string } }
}

/** A browser that takes longer to open its database counts as one without (ms). */
const OPEN_LIMIT_MS = 3000

/** Each person has a database of their own on this browser. */
function nameOf(userId: string): string {
  return `kundig-outbox-${userId}`
}

async function openDisk(userId: string): Promise<IDBPDatabase<Schema>> {
  const opening = openDB<Schema>(nameOf(userId), 1, {
    upgrade: (database) => {
      database
        .createObjectStore('unsent', { autoIncrement: true })
        .createIndex('clientId', 'clientId', { unique: true })
    },
    // Whoever deletes the database must not wait for this tab.
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
    },
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), OPEN_LIMIT_MS)
  })
  try {
    return await Promise.race([opening, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Where messages wait until the server has them: in the browser's database, so that they outlive the tab, and
 * all of the person's tabs share them. What the database does not take waits in this tab's memory.
 */
export class OutboxStore {
  private readonly disk: Promise<IDBPDatabase<Schema> | null>
  /** What the database did not take, or has in an older state. */
  private readonly inMemory = new Map<string, Unsent>()
  private readonly removed = new Set<string>()
  private lastKept: Unsent[] = []

  constructor(userId: string) {
    this.disk = openDisk(userId).catch(() => null)
  }

  /** Whether something would be lost with this tab. */
  get isAtRisk(): boolean {
    return this.inMemory.size > 0
  }

  /** Every message that waits, in the order in which they were added, by whichever tab. */
  async all(): Promise<Unsent[]> {
    // When the database fails later, what was read from it is still known.
    this.lastKept = (await this.onDisk((disk) => disk.getAll('unsent'))) ?? this.lastKept
    const known = new Set(this.lastKept.map(({ clientId }) => clientId))
    return [
      ...this.lastKept.map((unsent) => this.inMemory.get(unsent.clientId) ?? unsent),
      ...[...this.inMemory.values()].filter(({ clientId }) => !known.has(clientId)),
    ].filter(({ clientId }) => !this.removed.has(clientId))
  }

  /** Stores a message, which then outlives the tab, and a power cut if the browser can do that. */
  async add(unsent: Unsent): Promise<void> {
    const key = await this.onDisk(async (disk) => {
      const transaction = disk.transaction('unsent', 'readwrite', { durability: 'strict' })
      const [made] = await Promise.all([transaction.store.add(unsent), transaction.done])
      return made
    })
    if (key === null) this.inMemory.set(unsent.clientId, unsent)
  }

  /** Stores why sending failed, or that it is to be tried again (null). */
  async setFailed(unsent: Unsent, failed: ErrorCode | null): Promise<void> {
    const { clientId } = unsent
    const isKept = await this.onDisk(async (disk) => {
      const transaction = disk.transaction('unsent', 'readwrite')
      const cursor = await transaction.store.index('clientId').openCursor(clientId)
      await Promise.all([cursor?.update({ ...cursor.value, failed }), transaction.done])
      return cursor !== null
    })
    if (isKept !== true || this.inMemory.has(clientId)) this.inMemory.set(clientId, { ...unsent, failed })
  }

  /** Removes a message that the server has, or that its writer dropped. */
  async remove(clientId: string): Promise<void> {
    // Even where the database cannot remove it, it must not come back.
    this.removed.add(clientId)
    this.inMemory.delete(clientId)
    await this.onDisk(async (disk) => {
      const transaction = disk.transaction('unsent', 'readwrite')
      const key = await transaction.store.index('clientId').getKey(clientId)
      await Promise.all([key === undefined ? undefined : transaction.store.delete(key), transaction.done])
      return true
    })
  }

  /** Closes the database. What is in it stays for whoever opens it next. */
  async close(): Promise<void> {
    const disk = await this.disk
    disk?.close()
  }

  /** @returns null where there is no database, or it refuses */
  private async onDisk<Result>(act: (disk: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result | null> {
    const disk = await this.disk
    if (!disk) return null
    try {
      return await act(disk)
    } catch {
      return null
    }
  }
}
