import type { DBSchema } from 'idb'

import type { ErrorCode } from '@kundig/contract/errors'

import { BrowserDatabase } from '../../../../platform/state/browser-database.ts'
import { createFileTabs, type FileTabs } from './file-tabs.ts'

export interface KeptFile {
  id: string
  clientId: string
  roomId: string
  name: string
  body: Blob
  thumbnail: Blob | null
  /** Time of `send` (ISO 8601), by this device's clock. Texts written before this time are sent first. */
  sentAt: string
  /** Position among the files that were sent together. */
  place: number
  /** Set for a failed file, which only its sender may retry. Without a code, the sender had cancelled the upload. */
  failed?: { code: ErrorCode | null } | undefined
}

interface StoredFile extends KeptFile {
  /** Tab that sends the file. Another tab takes the file over once this tab has ended. */
  tabId: string
}

interface Schema extends DBSchema {
  files: { key: string; value: StoredFile }
}

/** Maximum total size of a person's stored files (bytes). Further files stay only in their tab's memory. */
export const KEPT_BYTES_MAX = 50 * 1024 * 1024

/** Maximum age of a stored file since `send` (ms), checked when another tab takes the file over. */
export const KEPT_AGE_MAX_MS = 30 * 86_400_000

/** Stores sent files in the browser's database until the server has them, so that they outlive the tab. */
export class KeptFiles {
  private readonly disk: BrowserDatabase<Schema>
  private readonly tabs: FileTabs
  private readonly onFound: (files: readonly KeptFile[]) => void
  private readonly tabId = crypto.randomUUID()
  private readonly watched = new Set<string>()
  private holding: Promise<void> | undefined
  private lastChange: Promise<unknown> = Promise.resolve()

  /** @param onFound receives the files of earlier visits and ended tabs, in order; this tab then sends them */
  constructor(userId: string, onFound: (files: readonly KeptFile[]) => void) {
    const name = `kundig-files-${userId}`
    this.disk = new BrowserDatabase(name, (database) => void database.createObjectStore('files', { keyPath: 'id' }))
    this.tabs = createFileTabs(name)
    this.onFound = onFound
    this.tabs.listen(() => void this.watchOthers())
    void this.watchOthers()
  }

  /** Stores a file, so that it outlives the tab. @returns false without space or a database */
  add(file: KeptFile): Promise<boolean> {
    return this.inOrder(async () => {
      await this.hold()
      const isKept = await this.disk.run(async (disk) => {
        const transaction = disk.transaction('files', 'readwrite', { durability: 'strict' })
        const stored = await transaction.store.getAll()
        const bytes = stored.reduce((sum, { id, body }) => (id === file.id ? sum : sum + body.size), file.body.size)
        const hasSpace = bytes <= KEPT_BYTES_MAX
        await Promise.all([hasSpace && transaction.store.put({ ...file, tabId: this.tabId }), transaction.done])
        return hasSpace
      })
      if (isKept === true) this.tabs.publish()
      return isKept ?? false
    })
  }

  /** Changes a stored file; ignores a file that is not stored. */
  async change(id: string, change: Partial<Pick<KeptFile, 'clientId' | 'failed'>>): Promise<void> {
    await this.inOrder(() =>
      this.disk.run(async (disk) => {
        const transaction = disk.transaction('files', 'readwrite')
        const file = await transaction.store.get(id)
        await Promise.all([file && transaction.store.put({ ...file, ...change }), transaction.done])
      }),
    )
  }

  async remove(id: string): Promise<void> {
    await this.inOrder(() => this.disk.run((disk) => disk.delete('files', id)))
  }

  /** Closes the store. Another tab then takes the files over. */
  async close(): Promise<void> {
    this.tabs.close()
    await this.lastChange
    await this.disk.close()
  }

  /** Runs changes one after another. Otherwise a file that is removed while being stored would stay stored. */
  private inOrder<Result>(act: () => Promise<Result>): Promise<Result> {
    const change = this.lastChange.then(act)
    this.lastChange = change
    return change
  }

  private hold(): Promise<void> {
    this.holding ??= this.tabs.hold(this.tabId)
    return this.holding
  }

  private async watchOthers(): Promise<void> {
    const stored = (await this.disk.run((disk) => disk.getAll('files'))) ?? []
    for (const { tabId } of stored) {
      if (tabId === this.tabId || this.watched.has(tabId)) continue
      this.watched.add(tabId)
      void this.tabs
        .afterEnd(tabId, () => this.takeOver(tabId))
        // This tab was closed while it waited for another tab's lock.
        .catch(() => undefined)
        .finally(() => this.watched.delete(tabId))
    }
  }

  private async takeOver(tabId: string): Promise<void> {
    await this.hold()
    const files = await this.disk.run(async (disk) => {
      const transaction = disk.transaction('files', 'readwrite')
      const stored = (await transaction.store.getAll()).filter((file) => file.tabId === tabId)
      const isOld = ({ sentAt }: KeptFile): boolean => Date.now() - Date.parse(sentAt) > KEPT_AGE_MAX_MS
      await Promise.all([
        ...stored.map((file) =>
          isOld(file) ? transaction.store.delete(file.id) : transaction.store.put({ ...file, tabId: this.tabId }),
        ),
        transaction.done,
      ])
      return stored.filter((file) => !isOld(file))
    })
    if (!files || files.length === 0) return
    this.tabs.publish()
    this.onFound(files.toSorted((one, other) => compareTimes(one, other) || one.place - other.place))
  }
}

function compareTimes(one: KeptFile, other: KeptFile): number {
  return Date.parse(one.sentAt) - Date.parse(other.sentAt)
}
