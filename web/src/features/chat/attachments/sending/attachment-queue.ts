import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

import { toFailure } from '../../../../platform/api/failure.ts'
import { createStore, type ReadonlyStore } from '../../../../platform/state/store.ts'
import { type Attachment, type AttachmentState, canRetry, isChosen } from '../attachment.ts'
import { FileMismatch } from '../file-mismatch.ts'
import { isImage, type PreparedFile } from '../prepared-file.ts'
import { FileDamaged } from './attachment-upload.ts'
import { type DeliveryOptions, deliverFile } from './file-delivery.ts'
import type { KeptFile, KeptFiles } from './kept-files.ts'

export interface AttachmentQueueOptions extends DeliveryOptions {
  check: (file: File) => { name: string; type: string; refusal: ErrorCode | null }
  prepare: (file: File, name: string, type: string) => Promise<PreparedFile>
  kept: Pick<KeptFiles, 'add' | 'change' | 'remove'>
  /** Called with the stored message, before the file leaves the queue. */
  onStored: (message: Message) => void
  newId: () => string
}

/** Maximum unsent files in a room's tray. */
const CHOSEN_MAX = 10

/** Number of parallel uploads. With more than one, files could arrive in another order. */
const UPLOADS_MAX = 1

/** Maximum age for automatic sending on a later visit (ms). Older files may be out of date, so their sender decides. */
const ASK_AFTER_MS = 24 * 3_600_000

interface Work {
  file: File
  prepared: PreparedFile | null
  isAgreed: boolean
  attempt: AbortController | null
  /** Resolves once the text beside the file is stored, and rejects when it is a draft again. The upload waits. */
  after: Promise<void> | undefined
  /** Time of pressing Send (ISO 8601). */
  sentAt: string
  /** Position among the files that were sent together. */
  place: number
}

function createUploadWork(file: File): Work {
  return { file, prepared: null, isAgreed: false, attempt: null, after: undefined, sentAt: '', place: 0 }
}

/**
 * Prepares the chosen files of each room's tray, and sends them in order after `send`. Each file fails, is cancelled
 * and is retried independently. The browser stores sent files until the server has them.
 */
export class AttachmentQueue {
  private readonly options: AttachmentQueueOptions
  private readonly store = createStore<readonly Attachment[]>([])
  readonly attachments: ReadonlyStore<readonly Attachment[]> = this.store
  private readonly work = new Map<string, Work>()
  private attempts = 0
  private isPreparing = false
  private isClosed = false

  constructor(options: AttachmentQueueOptions) {
    this.options = options
  }

  /** True when closing the tab would lose a file. */
  get isBusy(): boolean {
    return this.all.some(({ isSent, isKept, state }) => state.status !== 'failed' && !(isSent && isKept))
  }

  /** Adds files to a tray, and removes earlier refused ones. @returns false if the tray was too full for some files */
  add(roomId: string, files: readonly File[]): boolean {
    for (const { id, roomId: itsRoom, state } of this.all) {
      if (itsRoom === roomId && state.status === 'failed' && !canRetry(state.code)) this.remove(id)
    }
    const free = Math.max(0, CHOSEN_MAX - this.listTray(roomId).length)
    const added = files.slice(0, free).map((file): Attachment => {
      const id = this.options.newId()
      const { name, type, refusal } = this.options.check(file)
      if (!refusal) this.work.set(id, createUploadWork(file))
      const state: AttachmentState = refusal ? { status: 'failed', code: refusal } : { status: 'preparing' }
      return { id, clientId: id, roomId, name, type, size: file.size, thumbnail: null, isSent: false, state }
    })
    this.set([...this.all, ...added])
    void this.prepareAll()
    return files.length <= free
  }

  /** Sends stored files of an earlier visit or of a closed tab. */
  adopt(files: readonly KeptFile[]): void {
    if (this.isClosed) return
    const added = files.filter(({ id }) => !this.find(id))
    for (const kept of added) this.work.set(kept.id, this.restoreWork(kept))
    this.set([...this.all, ...added.map(restoreAttachment)])
    this.startWaiting()
  }

  move(id: string, by: -1 | 1): void {
    const file = this.find(id)
    const tray = file ? this.listTray(file.roomId) : []
    const other = tray[tray.findIndex((one) => one === file) + by]
    if (file && other) this.set(this.all.map((one) => (one === file ? other : one === other ? file : one)))
  }

  /**
   * Sends a room's chosen files in order. Files that failed, or about which the sender must decide, stay in the tray.
   * @param after resolves once the text sent with the files is stored; a rejection returns the files to the tray
   */
  send(roomId: string, after?: Promise<void>): void {
    const chosen = this.listTray(roomId).filter(isChosen)
    after?.catch(() => undefined)
    const sentAt = new Date().toISOString()
    for (const [place, { id }] of chosen.entries()) {
      const work = this.work.get(id)
      if (work) Object.assign(work, { after, sentAt, place })
    }
    this.set([
      ...this.all.filter((one) => !chosen.includes(one)),
      ...chosen.map((one): Attachment => {
        const state: AttachmentState = one.state.status === 'chosen' ? { status: 'waiting' } : one.state
        return { ...one, isSent: true, state }
      }),
    ])
    for (const { id } of chosen) void this.keep(id)
    this.startWaiting()
  }

  /** Cancels an upload. The file stays, and can be retried or removed. */
  cancel(id: string): void {
    const work = this.work.get(id)
    this.fail(id, { status: 'failed', code: null })
    work?.attempt?.abort()
    if (work) work.attempt = null
    // Later files may have been waiting until this file was prepared.
    this.startWaiting()
  }

  /** Retries under the same client id, so that the server never stores a file twice. Files in the tray stay there. */
  retry(id: string): void {
    if (!this.work.has(id)) return
    this.change(id, { state: { status: 'preparing' } })
    void this.options.kept.change(id, { failed: undefined })
    this.endPreparing(id)
    void this.prepareAll()
  }

  agree(id: string): void {
    const work = this.work.get(id)
    if (!work) return
    work.isAgreed = true
    this.retry(id)
  }

  /** Removes a file and cancels its upload. A message that the server has stored stays. */
  remove(id: string): void {
    this.discard(id)
    void this.options.kept.remove(id)
    this.startWaiting()
  }

  /** Removes all files from the queue and accepts no more. The browser still stores the sent files. */
  close(): void {
    this.isClosed = true
    for (const { id } of this.all) this.discard(id)
  }

  private discard(id: string): void {
    this.work.get(id)?.attempt?.abort()
    this.work.delete(id)
    const { thumbnail } = this.find(id) ?? {}
    if (thumbnail) URL.revokeObjectURL(thumbnail)
    this.set(this.all.filter((one) => one.id !== id))
  }

  /** Prepares one file at a time, because decoded photos are large. */
  private async prepareAll(): Promise<void> {
    if (this.isPreparing) return
    this.isPreparing = true
    for (;;) {
      const next = this.all.find(({ state }) => state.status === 'preparing')
      const work = next && this.work.get(next.id)
      if (!work) break
      await this.prepareOne(next, work)
    }
    this.isPreparing = false
  }

  private async prepareOne({ id, name, type }: Attachment, work: Work): Promise<void> {
    try {
      const prepared = await this.options.prepare(work.file, name, type)
      // The file was removed during its preparation.
      if (!this.work.has(id)) return
      work.prepared = prepared
      const thumbnail = prepared.thumbnail && URL.createObjectURL(prepared.thumbnail)
      this.change(id, { name: prepared.name, type: prepared.body.type, size: prepared.body.size, thumbnail })
      this.endPreparing(id)
    } catch (error) {
      if (this.find(id)?.state.status === 'preparing') this.change(id, { isSent: false, state: toFailedState(error) })
      this.startWaiting()
    }
  }

  /** Sets the next state of a prepared file: it needs the sender's agreement, waits for `send`, or is sent now. */
  private endPreparing(id: string): void {
    const [file, work] = [this.find(id), this.work.get(id)]
    if (!work?.prepared || file?.state.status !== 'preparing') return
    const isAsking = work.prepared.isReduced && !work.isAgreed
    const isSent = file.isSent && !isAsking
    this.change(id, { isSent, state: { status: isAsking ? 'asking' : isSent ? 'waiting' : 'chosen' } })
    void this.keep(id)
    this.startWaiting()
  }

  /** Stores a sent and prepared file in the browser, after the text beside the file was stored. */
  private async keep(id: string): Promise<void> {
    const work = this.work.get(id)
    if (!work?.prepared) return
    const { prepared, sentAt, place } = work
    const isTextKept = await waitForPrecedingText(work.after)
    const file = this.find(id)
    if (!isTextKept || !file?.isSent || file.isKept !== undefined || this.isClosed) return
    const { clientId, roomId, state } = file
    const { name, body, thumbnail } = prepared
    const failed = state.status === 'failed' ? { code: state.code } : undefined
    const kept = { id, clientId, roomId, name, body, thumbnail, sentAt, place, failed }
    const isKept = await this.options.kept.add(kept)
    this.change(id, { isKept })
  }

  /** Marks a file as failed. The browser keeps it only if a retry may succeed. */
  private fail(id: string, state: FailedState): void {
    this.change(id, { state })
    const file = this.find(id)
    if (!file?.isSent) return
    const { kept } = this.options
    const { code } = state
    void (canRetry(code) ? kept.change(id, { clientId: file.clientId, failed: { code } }) : kept.remove(id))
  }

  private restoreWork({ body, name, thumbnail, sentAt, place }: KeptFile): Work {
    const file = new File([body], name, { type: body.type })
    const redraw = async (): Promise<PreparedFile> => {
      const prepared = await this.options.prepare(file, name, body.type)
      return prepared.redraw?.() ?? prepared
    }
    const prepared = { body, name, thumbnail, isReduced: false, ...(isImage(body.type) && { redraw }) }
    return { ...createUploadWork(file), prepared, sentAt, place }
  }

  private startWaiting(): void {
    while (this.attempts < UPLOADS_MAX) {
      const next = this.all.find(({ isSent, state }) => isSent && ['waiting', 'preparing'].includes(state.status))
      const work = next && this.work.get(next.id)
      // While a file is being prepared, the files after it in the queue must wait.
      if (!work?.prepared || next?.state.status !== 'waiting') return
      void this.attemptOne(next, work, work.prepared)
    }
  }

  private async attemptOne({ id, roomId, clientId }: Attachment, work: Work, prepared: PreparedFile): Promise<void> {
    const attempt = new AbortController()
    const { signal } = attempt
    work.attempt = attempt
    this.attempts++
    // Progress of a cancelled upload is ignored.
    const update = (change: Partial<Attachment>): void => {
      if (work.attempt === attempt) this.change(id, change)
    }
    try {
      const isTextKept = await Promise.race([waitForPrecedingText(work.after), waitForAbort(signal)])
      if (signal.aborted) return
      if (!isTextKept) return update({ isSent: false, state: { status: 'chosen' } })
      const onProgress = (part: number): void => update({ state: { status: 'sending', part } })
      const file = { roomId, clientId, prepared, sentAt: work.sentAt }
      const message = await deliverFile(this.options, file, { signal, onProgress }, (error, waitMs) =>
        update({
          state:
            toFailure(error).code === 'UPLOAD_RATE_EXCEEDED'
              ? { status: 'held', until: Date.now() + waitMs }
              : { status: 'waiting' },
        }),
      )
      this.options.onStored(message)
      this.remove(id)
    } catch (error) {
      if (signal.aborted) return
      const { redraw } = prepared
      if (redraw && toFailure(error).code === 'IMAGE_UNREADABLE') {
        // The server cannot read some images that browsers show, such as truncated photos. Sends a redrawn copy.
        const redrawn = await redraw().catch(() => null)
        if (signal.aborted) return
        if (redrawn) {
          work.prepared = redrawn
          update({ state: { status: 'preparing' } })
          return this.endPreparing(id)
        }
      }
      // The server stored the damaged file under this client id, so a retry needs a new id.
      if (error instanceof FileDamaged) update({ clientId: this.options.newId() })
      this.fail(id, toFailedState(error))
    } finally {
      this.attempts--
      this.startWaiting()
    }
  }

  private change(id: string, change: Partial<Attachment>): void {
    this.set(this.all.map((one) => (one.id === id ? { ...one, ...change } : one)))
  }

  private find(id: string): Attachment | undefined {
    return this.all.find((one) => one.id === id)
  }

  private listTray(roomId: string): readonly Attachment[] {
    return this.all.filter((one) => one.roomId === roomId && !one.isSent)
  }

  private get all(): readonly Attachment[] {
    return this.store.get()
  }

  private set(attachments: readonly Attachment[]): void {
    this.store.set(attachments)
  }
}

type FailedState = Extract<AttachmentState, { status: 'failed' }>

function restoreAttachment({ id, clientId, roomId, name, body, thumbnail, sentAt, failed }: KeptFile): Attachment {
  const isOld = Date.now() - Date.parse(sentAt) > ASK_AFTER_MS
  return {
    id,
    clientId,
    roomId,
    name,
    type: body.type,
    size: body.size,
    thumbnail: thumbnail && URL.createObjectURL(thumbnail),
    isSent: true,
    isKept: true,
    state: failed
      ? { status: 'failed', code: failed.code }
      : isOld
        ? { status: 'failed', code: 'MESSAGE_OLD' }
        : { status: 'waiting' },
  }
}

function toFailedState(error: unknown): FailedState {
  const { code } = toFailure(error, 'FILE_SEND_FAILED')
  return { status: 'failed', code, ...(error instanceof FileMismatch && { mismatch: error }) }
}

function waitForPrecedingText(text: Promise<void> = Promise.resolve()): Promise<boolean> {
  return text.then(
    () => true,
    () => false,
  )
}

function waitForAbort(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(false))
  })
}
