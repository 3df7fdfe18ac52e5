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
  /** ISO 8601, by this machine's clock. Texts that were written until then go first. */
  sentAt: string
  /** Position among the files that were sent together. */
  place: number
  /** Set while only its sender may send it again; without a code when they cancelled. */
  failed?: { code: ErrorCode | null } | undefined
}

interface StoredFile extends KeptFile {
  /** Tab that sends the file. Another one takes it over once that tab has ended. */
  tabId: string
}

interface Schema extends DBSchema {
  files: { key: string; value: StoredFile }
}

/** Maximum size of a person's kept files, in all tabs (bytes). Further files stay in their tab's memory. */
export const KEPT_BYTES_MAX = 50 * 1024 * 1024

/** Maximum age of a kept file since Send, checked when another tab takes it over (ms). */
export const KEPT_AGE_MAX_MS = 30 * 86_400_000

/** Sent files in the browser's database until the server has them, so that they outlive the tab. */
export class KeptFiles {
  private readonly disk: BrowserDatabase<Schema>
  private readonly tabs: FileTabs
  private readonly onFound: (files: readonly KeptFile[]) => void
  private readonly tabId = crypto.randomUUID()
  private readonly watched = new Set<string>()
  private holding: Promise<void> | undefined
  private lastChange: Promise<unknown> = Promise.resolve()

  /** @param onFound receives files of earlier visits and of ended tabs, in their order; this tab then sends them */
  constructor(userId: string, onFound: (files: readonly KeptFile[]) => void) {
    const name = `kundig-files-${userId}`
    this.disk = new BrowserDatabase(name, (database) => void database.createObjectStore('files', { keyPath: 'id' }))
    this.tabs = createFileTabs(name)
    this.onFound = onFound
    this.tabs.listen(() => void this.watchOthers())
    void this.watchOthers()
  }

  /** Stores a file, which then outlives the tab. @returns false without space or a database */
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

  /** Changes a file if it is stored. */
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

  /** Leaves the files to the next tab. */
  async close(): Promise<void> {
    this.tabs.close()
    await this.lastChange
    await this.disk.close()
  }

  /** A file that leaves during its addition must not stay stored. */
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
        // A closed tab waits for no other.
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
