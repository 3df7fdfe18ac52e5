import type { Message } from '@kundig/contract/chat/chat.contract'
import { ERRORS, type ErrorCode } from '@kundig/contract/errors'

import { toFailure, isRefusal } from '../../../platform/api/failure.ts'
import { createStore, type ReadonlyStore } from '../../../platform/state/store.ts'
import type { UploadOptions } from '../../../platform/uploads/upload.ts'
import { FileDamaged } from './attachment-upload.ts'
import { FileMismatch } from './file-mismatch.ts'
import type { PreparedFile } from './prepared-file.ts'

/** A failure without a code: the person cancelled. */
export type AttachmentState =
  | { status: 'waiting' | 'preparing' }
  /** Waits for the rate limit until this time (ms since the epoch), then sends automatically. */
  | { status: 'held'; until: number }
  /** The sender has to decide: sending would shrink an animation, or make it a still image. */
  | { status: 'asking' }
  | { status: 'sending'; part: number }
  | { status: 'failed'; code: ErrorCode | null; mismatch?: FileMismatch }

export interface Attachment {
  id: string
  clientId: string
  roomId: string
  name: string
  type: string
  size: number
  thumbnail: string | null
  state: AttachmentState
}

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

/** Files prepared and sent at the same time. With more they would arrive in another order. */
const UPLOADS_MAX = 1

interface Work {
  file: File
  prepared: PreparedFile | null
  isAgreed: boolean
  attempt: AbortController | null
}

/** Files that are being sent, in order. Each one fails, cancels and retries independently. */
export class AttachmentQueue {
  private readonly options: AttachmentQueueOptions
  private readonly store = createStore<readonly Attachment[]>([])
  readonly attachments: ReadonlyStore<readonly Attachment[]> = this.store
  private readonly work = new Map<string, Work>()
  private attempts = 0

  constructor(options: AttachmentQueueOptions) {
    this.options = options
  }

  /** True when closing the tab would lose a file. */
  get isBusy(): boolean {
    return this.all.some(({ state }) => state.status !== 'failed')
  }

  /** Adds files to a room. Removes earlier refused files, whose reason has been read. */
  add(roomId: string, files: readonly File[]): void {
    for (const { id, roomId: itsRoom, state } of this.all) {
      if (itsRoom === roomId && state.status === 'failed' && !canRetry(state.code)) this.remove(id)
    }
    const added = files.map((file): Attachment => {
      const id = this.options.newId()
      const { name, type, refusal } = this.options.check(file)
      if (!refusal) this.work.set(id, { file, prepared: null, isAgreed: false, attempt: null })
      const state: AttachmentState = refusal ? { status: 'failed', code: refusal } : { status: 'waiting' }
      return { id, clientId: id, roomId, name, type, size: file.size, thumbnail: null, state }
    })
    this.set([...this.all, ...added])
    this.startWaiting()
  }

  /** Cancels an attempt; the file stays, to be retried or removed. */
  cancel(id: string): void {
    const work = this.work.get(id)
    this.change(id, { state: { status: 'failed', code: null } })
    work?.attempt?.abort()
    if (work) work.attempt = null
  }

  /** Retries under the same client id, so that an arrived file is not stored twice. */
  retry(id: string): void {
    if (!this.work.has(id)) return
    this.change(id, { state: { status: 'waiting' } })
    this.startWaiting()
  }

  agree(id: string): void {
    const work = this.work.get(id)
    if (!work) return
    work.isAgreed = true
    this.retry(id)
  }

  /** Removes a file and cancels its attempt. A message that is already stored stays. */
  remove(id: string): void {
    this.work.get(id)?.attempt?.abort()
    this.work.delete(id)
    const { thumbnail } = this.all.find((one) => one.id === id) ?? {}
    if (thumbnail) URL.revokeObjectURL(thumbnail)
    this.set(this.all.filter((one) => one.id !== id))
  }

  clear(): void {
    for (const { id } of this.all) this.remove(id)
  }

  private startWaiting(): void {
    while (this.attempts < UPLOADS_MAX) {
      const next = this.all.find(({ state }) => state.status === 'waiting')
      const work = next && this.work.get(next.id)
      if (!work) return
      void this.attemptOne(next, work)
    }
  }

  private async attemptOne({ id, roomId, clientId, name, type }: Attachment, work: Work): Promise<void> {
    const attempt = new AbortController()
    const { signal } = attempt
    work.attempt = attempt
    this.attempts++
    // Ignores reports of a cancelled attempt.
    const update = (change: Partial<Attachment>): void => {
      if (work.attempt === attempt) this.change(id, change)
    }
    try {
      if (!work.prepared) {
        update({ state: { status: 'preparing' } })
        const prepared = await this.options.prepare(work.file, name, type)
        if (signal.aborted) return
        work.prepared = prepared
        const address = prepared.thumbnail && URL.createObjectURL(prepared.thumbnail)
        update({ name: prepared.name, type: prepared.body.type, size: prepared.body.size, thumbnail: address })
      }
      if (work.prepared.isReduced && !work.isAgreed) return update({ state: { status: 'asking' } })
      const onProgress = (part: number): void => update({ state: { status: 'sending', part } })
      const message = await this.sendQueued(roomId, clientId, work.prepared, { signal, onProgress }, (error, waitMs) =>
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
      const redraw = work.prepared?.redraw
      if (redraw && toFailure(error).code === 'IMAGE_UNREADABLE' && !signal.aborted) {
        // The browser can show an image that the server cannot read, such as a truncated photo: sends a redrawn copy.
        work.prepared = await redraw().catch(() => null)
        if (work.prepared) return update({ state: { status: 'waiting' } })
      }
      // The damaged file keeps its client id on the server; a retry needs another one.
      if (error instanceof FileDamaged) update({ clientId: this.options.newId() })
      const { code } = toFailure(error, 'FILE_SEND_FAILED')
      update({ state: { status: 'failed', code, ...(error instanceof FileMismatch && { mismatch: error }) } })
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

  private get all(): readonly Attachment[] {
    return this.store.get()
  }

  private set(attachments: readonly Attachment[]): void {
    this.store.set(attachments)
  }
}

const TEMPORARY: readonly ErrorCode[] = ['UPLOADS_UNDER_WAY', 'UPLOAD_RATE_EXCEEDED', 'UNAVAILABLE']

/** Returns the delay before an automatic retry (ms); null when the sender must decide. */
function readRetryDelayMs(error: unknown): number | null {
  if (!isRefusal(error) || error.retryAfterS === undefined) return null
  return TEMPORARY.includes(error.code) ? error.retryAfterS * 1000 : null
}

/** Returns false for refusals by a rule about the file itself. */
export function canRetry(code: ErrorCode | null): boolean {
  if (code === null) return true
  const { status } = ERRORS[code]
  return status >= 500 || status === 429 || status === 401
}

export function isAboutTheType(code: ErrorCode | null): boolean {
  return code === 'FILE_TYPE_INVALID' || code === 'FILE_EXTENSION_INVALID'
}
