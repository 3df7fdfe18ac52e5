import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** Timeout for opening a database (ms). A slower browser counts as a browser without IndexedDB. */
const OPEN_LIMIT_MS = 3000

/** IndexedDB database. All calls return null if the database is missing, refused or full. */
export class BrowserDatabase<Schema extends DBSchema> {
  private readonly disk: Promise<IDBPDatabase<Schema> | null>

  constructor(name: string, create: (database: IDBPDatabase<Schema>) => void) {
    this.disk = openDiskDatabase(name, create).catch(() => null)
  }

  /** Runs work with the database. @returns null without a database or after a failure */
  async run<Result>(act: (disk: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result | null> {
    const disk = await this.disk
    if (!disk) return null
    try {
      return await act(disk)
    } catch {
      return null
    }
  }

  async close(): Promise<void> {
    const disk = await this.disk
    disk?.close()
  }
}

async function openDiskDatabase<Schema extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Schema>) => void,
): Promise<IDBPDatabase<Schema>> {
  const opening = openDB<Schema>(name, 1, {
    upgrade: create,
    // Closes the database when another tab wants to delete it.
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
