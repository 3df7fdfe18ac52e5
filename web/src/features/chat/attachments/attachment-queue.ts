import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

import { toFailure, isRefusal } from '../../../platform/api/failure.ts'
import { createStore, type ReadonlyStore } from '../../../platform/state/store.ts'
import type { UploadOptions } from '../../../platform/uploads/upload.ts'
import { FileDamaged } from './attachment-upload.ts'
import { type Attachment, type AttachmentState, canRetry, isChosen } from './attachment.ts'
import { FileMismatch } from './file-mismatch.ts'
import type { PreparedFile } from './prepared-file.ts'

export interface AttachmentQueueOptions {
  check: (file: File) => { name: string; type: string; refusal: ErrorCode | null }
  prepare: (file: File, name: string, type: string) => Promise<PreparedFile>
  send: (roomId: string, clientId: string, file: PreparedFile, options: UploadOptions) => Promise<Message>
  /** Called with the stored message, before the file leaves the queue. */
  onStored: (message: Message) => void
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  newId: () => string
}

/** Maximum automatic retries while the server asks to wait. */
const RETRIES_MAX = 5

/** Maximum unsent files in a room's tray. */
const CHOSEN_MAX = 10

/** Files sent at the same time. With more they would arrive in another order. */
const UPLOADS_MAX = 1

interface Work {
  file: File
  prepared: PreparedFile | null
  isAgreed: boolean
  attempt: AbortController | null
  /** The upload waits for it. Resolves once the text beside the file was sent; rejects when that is a draft again. */
  after: Promise<void> | undefined
}

/**
 * Chosen files, prepared in a room's tray until `send`, and then files that are being sent, in order. Each one fails,
 * cancels and retries independently.
 */
export class AttachmentQueue {
  private readonly options: AttachmentQueueOptions
  private readonly store = createStore<readonly Attachment[]>([])
  readonly attachments: ReadonlyStore<readonly Attachment[]> = this.store
  private readonly work = new Map<string, Work>()
  private attempts = 0
  private isPreparing = false

  constructor(options: AttachmentQueueOptions) {
    this.options = options
  }

  /** True when closing the tab would lose a file. */
  get isBusy(): boolean {
    return this.all.some(({ state }) => state.status !== 'failed')
  }

  /**
   * Puts files in a room's tray. Removes earlier refused files, whose reason has been read.
   * @returns false when files exceeded the maximum and were left out
   */
  add(roomId: string, files: readonly File[]): boolean {
    for (const { id, roomId: itsRoom, state } of this.all) {
      if (itsRoom === roomId && state.status === 'failed' && !canRetry(state.code)) this.remove(id)
    }
    const free = Math.max(0, CHOSEN_MAX - this.listTray(roomId).length)
    const added = files.slice(0, free).map((file): Attachment => {
      const id = this.options.newId()
      const { name, type, refusal } = this.options.check(file)
      if (!refusal) this.work.set(id, { file, prepared: null, isAgreed: false, attempt: null, after: undefined })
      const state: AttachmentState = refusal ? { status: 'failed', code: refusal } : { status: 'preparing' }
      return { id, clientId: id, roomId, name, type, size: file.size, thumbnail: null, isSent: false, state }
    })
    this.set([...this.all, ...added])
    void this.prepareAll()
    return files.length <= free
  }

  /** Moves a file of the tray one place. */
  move(id: string, by: -1 | 1): void {
    const file = this.find(id)
    const tray = file ? this.listTray(file.roomId) : []
    const other = tray[tray.findIndex((one) => one === file) + by]
    if (file && other) this.set(this.all.map((one) => (one === file ? other : one === other ? file : one)))
  }

  /**
   * Sends a room's chosen files in their order. Those that failed, or ask, stay in the tray.
   * @param after resolves once the text beside them was sent; a rejection returns them to the tray
   */
  send(roomId: string, after?: Promise<void>): void {
    const chosen = this.listTray(roomId).filter(isChosen)
    after?.catch(() => undefined)
    for (const { id } of chosen) {
      const work = this.work.get(id)
      if (work) work.after = after
    }
    this.set([
      ...this.all.filter((one) => !chosen.includes(one)),
      ...chosen.map((one): Attachment => {
        const state: AttachmentState = one.state.status === 'chosen' ? { status: 'waiting' } : one.state
        return { ...one, isSent: true, state }
      }),
    ])
    this.startWaiting()
  }

  /** Cancels an attempt; the file stays, to be retried or removed. */
  cancel(id: string): void {
    const work = this.work.get(id)
    this.change(id, { state: { status: 'failed', code: null } })
    work?.attempt?.abort()
    if (work) work.attempt = null
    // Later files may have waited for this one's preparation.
    this.startWaiting()
  }

  /** Retries under the same client id, so that an arrived file is not stored twice. A file of the tray stays there. */
  retry(id: string): void {
    if (!this.work.has(id)) return
    this.change(id, { state: { status: 'preparing' } })
    this.endPreparing(id)
    void this.prepareAll()
  }

  agree(id: string): void {
    const work = this.work.get(id)
    if (!work) return
    work.isAgreed = true
    this.retry(id)
  }

  /** Removes a file and cancels its attempt. A message that is already stored stays. */
  remove(id: string): void {
    this.discard(id)
    this.startWaiting()
  }

  clear(): void {
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
      // Removed during its preparation.
      if (!this.work.has(id)) return
      work.prepared = prepared
      const thumbnail = prepared.thumbnail && URL.createObjectURL(prepared.thumbnail)
      this.change(id, { name: prepared.name, type: prepared.body.type, size: prepared.body.size, thumbnail })
      this.endPreparing(id)
    } catch (error) {
      if (this.find(id)?.state.status === 'preparing') this.change(id, { isSent: false, state: toFailed(error) })
      this.startWaiting()
    }
  }

  /** Asks about an animation, and sends a file only after `send`. Does nothing for a file that is not prepared. */
  private endPreparing(id: string): void {
    const [file, work] = [this.find(id), this.work.get(id)]
    if (!work?.prepared || file?.state.status !== 'preparing') return
    const isAsking = work.prepared.isReduced && !work.isAgreed
    const isSent = file.isSent && !isAsking
    this.change(id, { isSent, state: { status: isAsking ? 'asking' : isSent ? 'waiting' : 'chosen' } })
    this.startWaiting()
  }

  private startWaiting(): void {
    while (this.attempts < UPLOADS_MAX) {
      const next = this.all.find(({ isSent, state }) => isSent && ['waiting', 'preparing'].includes(state.status))
      const work = next && this.work.get(next.id)
      // Later files wait for one that is being prepared.
      if (!work?.prepared || next?.state.status !== 'waiting') return
      void this.attemptOne(next, work, work.prepared)
    }
  }

  private async attemptOne({ id, roomId, clientId }: Attachment, work: Work, prepared: PreparedFile): Promise<void> {
    const attempt = new AbortController()
    const { signal } = attempt
    work.attempt = attempt
    this.attempts++
    // Ignores reports of a cancelled attempt.
    const update = (change: Partial<Attachment>): void => {
      if (work.attempt === attempt) this.change(id, change)
    }
    try {
      const isTextKept = await Promise.race([waitFor(work.after), waitForAbort(signal)])
      if (signal.aborted) return
      if (!isTextKept) return update({ isSent: false, state: { status: 'chosen' } })
      const onProgress = (part: number): void => update({ state: { status: 'sending', part } })
      const message = await this.sendQueued(roomId, clientId, prepared, { signal, onProgress }, (error, waitMs) =>
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
      const { redraw } = prepared
      if (redraw && toFailure(error).code === 'IMAGE_UNREADABLE' && !signal.aborted) {
        // The browser can show an image that the server cannot read, such as a truncated photo: sends a redrawn copy.
        const redrawn = await redraw().catch(() => null)
        if (redrawn) {
          work.prepared = redrawn
          update({ state: { status: 'preparing' } })
          return this.endPreparing(id)
        }
      }
      // The damaged file keeps its client id on the server; a retry needs another one.
      if (error instanceof FileDamaged) update({ clientId: this.options.newId() })
      update({ state: toFailed(error) })
    } finally {
      this.attempts--
      this.startWaiting()
    }
  }

  /** Sends a file, and retries while the server only asks to wait. */
  private async sendQueued(
    roomId: string,
    clientId: string,
    file: PreparedFile,
    options: UploadOptions,
    onWait: (error: unknown, waitMs: number) => void,
  ): Promise<Message> {
    for (let again = 0; ; again++) {
      try {
        options.onProgress(0)
        return await this.options.send(roomId, clientId, file, options)
      } catch (error) {
        const waitMs = readRetryDelayMs(error)
        if (waitMs === null || again >= RETRIES_MAX) throw error
        onWait(error, waitMs)
        await this.options.wait(waitMs, options.signal)
        if (options.signal.aborted) throw error
      }
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

function toFailed(error: unknown): AttachmentState {
  const { code } = toFailure(error, 'FILE_SEND_FAILED')
  return { status: 'failed', code, ...(error instanceof FileMismatch && { mismatch: error }) }
}

function waitFor(text: Promise<void> = Promise.resolve()): Promise<boolean> {
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

const TEMPORARY: readonly ErrorCode[] = ['UPLOADS_UNDER_WAY', 'UPLOAD_RATE_EXCEEDED', 'UNAVAILABLE']

/** Returns the delay before an automatic retry (ms); null when the sender must decide. */
function readRetryDelayMs(error: unknown): number | null {
  if (!isRefusal(error) || error.retryAfterS === undefined) return null
  return TEMPORARY.includes(error.code) ? error.retryAfterS * 1000 : null
}
