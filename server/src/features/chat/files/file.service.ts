import { createHash } from 'node:crypto'

import type { Message } from '@kundig/contract/chat/chat.contract'
import {
  checkFile,
  cleanFileName,
  findDeclaredType,
  FILE_MESSAGE_CONTENT,
  correctExtension,
} from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'
import { FILES } from '@kundig/contract/limits'

import type { Database, Executor, Transaction } from '../../../platform/database/database.ts'
import { THUMBNAIL_TYPE } from '../../../platform/images/clean-image.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { ByteRange, FileStorage, StoredFile } from '../../../platform/storage/file-storage.ts'
import type { AccountRestrictions } from '../../safety/statements/restriction.service.ts'
import type { ChatEvents } from '../chat.events.ts'
import { presentMessage } from '../chat.presenter.ts'
import {
  findByClientId,
  insertMessageWithoutRetry,
  type MessageWithFile,
  retryOnConflict,
} from '../messages/message.repository.ts'
import { attachPaymentsAndPreviews } from '../messages/whole-message.ts'
import type { PaymentAttachments } from '../ports.ts'
import { requireRoomAsParticipant } from '../rooms/room-access.ts'
import { findParticipantRefusal, findSendRefusal } from '../rooms/room.policy.ts'
import { findById as findRoom } from '../rooms/room.repository.ts'
import { toFileKey, toStoredName, toThumbnailKey } from './file-address.ts'
import { type CleanFile, cleanFile } from './file-content.ts'
import * as repository from './file.repository.ts'

/** Age at which an upload counts as abandoned by a killed server (ms). */
const ABANDONED_MS = 3_600_000
const SWEPT_AT_ONCE = 200

export interface Upload {
  roomId: string
  clientId: string
  name: string
  type: string
}

export interface FileToRead {
  name: string
  type: string
  sizeBytes: number
  tag: string
  /** @throws Refusal FILE_NOT_FOUND, UNAVAILABLE */
  open: (range: ByteRange | null) => Promise<StoredFile>
}

export interface FileServiceOptions {
  db: Database
  files: FileStorage
  /** Needed because a client id may belong to an earlier payment request. */
  payments: PaymentAttachments
  events: ChatEvents
  restrictions: Pick<AccountRestrictions, 'holdRestricted'>
  logger: Logger
}

type NewFile = Omit<repository.FileRow, 'seq' | 'senderId' | 'createdAt'>

/**
 * Stores the upload's record, then the file, then the message. The message's transaction deletes the record, and a
 * removal first marks it. So only one of the two succeeds, even if the server is killed.
 */
export class FileService {
  readonly #deps: FileServiceOptions
  readonly #underWay = new Map<string, Set<Upload>>()

  constructor(deps: FileServiceOptions) {
    this.#deps = deps
  }

  #logStorageError(error: unknown): void {
    // Omits the error's message, because it contains the sender's file name.
    this.#deps.logger.error({ reason: describeError(error) }, 'file storage failed')
  }

  async #removeStored(roomId: string, storedName: string): Promise<void> {
    await this.#deps.files.delete(toFileKey(roomId, storedName))
    await this.#deps.files.delete(toThumbnailKey(roomId, storedName))
  }

  /** Holds no database connection while it waits for storage. The sweep removes files left by an error or a kill. */
  async #discard(roomId: string, storedName: string): Promise<void> {
    try {
      if (!(await repository.beginFileRemoval(this.#deps.db, roomId, storedName))) return
      await this.#removeStored(roomId, storedName)
      await repository.endFileRemoval(this.#deps.db, roomId, storedName)
    } catch (error) {
      this.#logStorageError(error)
    }
  }

  async #store(roomId: string, storedName: string, clean: CleanFile): Promise<void> {
    try {
      await this.#deps.files.put(toFileKey(roomId, storedName), clean.content, clean.type)
      if (clean.thumbnail)
        await this.#deps.files.put(toThumbnailKey(roomId, storedName), clean.thumbnail, THUMBNAIL_TYPE)
    } catch (error) {
      this.#logStorageError(error)
      // Keeps the upload's record, because storage may still write the file after a timeout.
      await this.#removeStored(roomId, storedName).catch((failure: unknown) => this.#logStorageError(failure))
      throw new Refusal('FILE_SEND_FAILED')
    }
  }

  #clientIdsUnderWay(senderId: string): Set<string> {
    return new Set(Array.from(this.#underWay.get(senderId) ?? [], ({ clientId }) => clientId))
  }

  /** @throws Refusal UPLOAD_RATE_EXCEEDED with the time until one more upload is allowed */
  async #requireUploadAllowance(executor: Executor, senderId: string): Promise<void> {
    const { count, oldestLeavesMs } = await repository.countRecentFiles(executor, senderId, FILES.windowMs)
    if (count >= FILES.mostInWindow) throw createRateRefusal(oldestLeavesMs)
  }

  /**
   * Counts this server's uploads in progress, so that parallel uploads have the same limit as sequential ones. Uploads
   * on other servers are limited by the transaction of their message.
   */
  async #countUnderWay(senderId: string, upload: Upload): Promise<() => void> {
    const before = [...this.#clientIdsUnderWay(senderId)]
    const sent = await repository.countRecentFiles(this.#deps.db, senderId, FILES.windowMs, before)
    const others = this.#clientIdsUnderWay(senderId)
    others.delete(upload.clientId)
    if (sent.count + others.size >= FILES.mostInWindow) throw createRateRefusal(sent.oldestLeavesMs)
    const mine = this.#underWay.get(senderId) ?? new Set()
    this.#underWay.set(senderId, mine.add(upload))
    return () => {
      mine.delete(upload)
      if (mine.size === 0 && this.#underWay.get(senderId) === mine) this.#underWay.delete(senderId)
    }
  }

  async #makeMessage(senderId: string, clientId: string, file: NewFile): Promise<{ message: Message; isNew: boolean }> {
    const { roomId, storedName } = file
    const sought = { roomId, senderId, clientId }
    const make = async (tx: Transaction): Promise<MessageWithFile & { isNew: boolean }> => {
      await repository.lockUploads(tx, senderId)
      const known = await findByClientId(tx, sought)
      if (known) return { ...known, isNew: false }
      if ((await this.#deps.restrictions.holdRestricted(tx, [senderId])).length > 0) throw new Refusal('SUSPENDED')
      await this.#requireUploadAllowance(tx, senderId)
      const stored = await insertMessageWithoutRetry(tx, { ...sought, content: FILE_MESSAGE_CONTENT })
      if (!stored)
        throw new Refusal(findSendRefusal((await findRoom(tx, roomId))?.room, senderId) ?? 'FILE_SEND_FAILED')
      const { row: message, isNew } = stored
      // Another message with the same client id was stored first.
      if (!isNew) return { message, file: null, isNew }
      if (!(await repository.endUpload(tx, roomId, storedName))) throw new Refusal('FILE_SEND_FAILED')
      const row = { ...file, seq: message.seq, senderId, createdAt: message.createdAt }
      await repository.insertFile(tx, row)
      return { message, file: row, isNew }
    }
    return retryOnConflict(() =>
      this.#deps.db.transaction(async (tx, afterCommit) => {
        const { isNew, ...made } = await make(tx)
        const { room } = await requireRoomAsParticipant(tx, senderId, roomId)
        const message = await this.#present(tx, made)
        afterCommit(() => this.#deps.events.messageCreated(room.participantIds, message))
        return { message, isNew }
      }),
    )
  }

  async #present(executor: Executor, found: MessageWithFile): Promise<Message> {
    const [whole] = found.file
      ? [{ ...found, payment: null, repliesTo: null }]
      : await attachPaymentsAndPreviews(this.#deps.payments, executor, [found])
    if (!whole) throw new Error('message without its parts')
    return presentMessage(whole, new Map())
  }

  /** Does not check the viewer, because moderators read files too. */
  toRead(row: repository.FileRow, kind: 'files' | 'thumbnails'): FileToRead {
    const { roomId, storedName } = row
    if (kind === 'thumbnails' && row.width === null) throw new Refusal('FILE_NOT_FOUND')
    const [key, type, tag] =
      kind === 'files'
        ? [toFileKey(roomId, storedName), row.type, row.contentHash]
        : [toThumbnailKey(roomId, storedName), THUMBNAIL_TYPE, `${row.contentHash}-small`]
    return {
      name: row.name,
      type,
      tag,
      sizeBytes: row.size,
      open: async (range) => {
        const found = await this.#deps.files.get(key, range ?? undefined).catch((error: unknown) => {
          this.#logStorageError(error)
          throw new Refusal('UNAVAILABLE')
        })
        if (found) return found
        this.#deps.logger.error({ kind }, 'stored file missing: restore it from a backup')
        throw new Refusal('FILE_NOT_FOUND')
      },
    }
  }

  /**
   * Call before reading the body.
   * @returns the existing message of this client id; otherwise a function that stops counting the upload
   */
  async prepare(
    senderId: string,
    upload: Upload,
    sizeBytes: number | undefined,
  ): Promise<{ known: Message } | { known: null; end: () => void }> {
    const { roomId, clientId, name, type } = upload
    const { room } = await requireRoomAsParticipant(this.#deps.db, senderId, roomId)
    const known = await findByClientId(this.#deps.db, { roomId, senderId, clientId })
    if (known) {
      const message = await this.#present(this.#deps.db, known)
      // Publishes again, because the first attempt may have failed between commit and publishing.
      this.#deps.events.messageCreated(room.participantIds, message)
      return { known: message }
    }
    const refusal = findSendRefusal(room, senderId) ?? checkFile({ name, type, size: sizeBytes ?? 1 })
    if (refusal) throw new Refusal(refusal)
    return { known: null, end: await this.#countUnderWay(senderId, upload) }
  }

  /**
   * For a known client id, stores nothing and returns the first message.
   * @param gone aborted when the client disconnects; a message that is not yet stored is then cancelled
   */
  async send(senderId: string, upload: Upload, sent: Buffer, gone: AbortSignal): Promise<Message> {
    const { roomId, clientId } = upload
    const refusal = checkFile({ name: upload.name, type: upload.type, size: sent.length })
    if (refusal) throw new Refusal(refusal)
    const type = findDeclaredType(upload)
    if (type === null) throw new Refusal('FILE_TYPE_INVALID')
    const clean = await cleanFile(type, sent, { id: senderId, gone })
    requireConnectedClient(gone)
    const name = correctExtension(cleanFileName(upload.name), clean.type)
    const storedName = toStoredName(name, new Date())

    await repository.beginUpload(this.#deps.db, roomId, storedName)
    await this.#store(roomId, storedName, clean)
    let made: { message: Message; isNew: boolean }
    try {
      requireConnectedClient(gone)
      made = await this.#makeMessage(senderId, clientId, {
        roomId,
        storedName,
        name,
        type: clean.type,
        size: clean.content.length,
        contentHash: createHash('sha256').update(clean.content).digest('hex'),
        width: clean.width,
        height: clean.height,
      })
    } catch (error) {
      // Safe even if a lost connection hides a success: a stored message has no upload record, so its file stays.
      await this.#discard(roomId, storedName)
      throw error
    }
    if (!made.isNew) await this.#discard(roomId, storedName)
    return made.message
  }

  /** @throws Refusal FILE_NOT_FOUND to non-participants, whether or not the file exists */
  async find(viewerId: string, roomId: string, kind: 'files' | 'thumbnails', storedName: string): Promise<FileToRead> {
    const row = await repository.findByStoredName(this.#deps.db, roomId, storedName)
    if (!row || findParticipantRefusal((await findRoom(this.#deps.db, roomId))?.room, viewerId))
      throw new Refusal('FILE_NOT_FOUND')
    return this.toRead(row, kind)
  }

  /** Removes abandoned uploads. The next sweep retries failed removals. @throws any database error */
  async sweep(leaving: AbortSignal): Promise<void> {
    const abandoned = await repository.findAbandonedUploads(this.#deps.db, ABANDONED_MS, SWEPT_AT_ONCE)
    for (const { roomId, storedName } of abandoned) {
      await this.#discard(roomId, storedName)
      if (leaving.aborted) return
    }
  }
}

function createRateRefusal(waitMs: number): Refusal {
  return new Refusal('UPLOAD_RATE_EXCEEDED', undefined, Math.ceil((waitMs || FILES.windowMs) / 1000))
}

function requireConnectedClient(gone: AbortSignal): void {
  if (gone.aborted) throw new Refusal('UNAVAILABLE')
}
