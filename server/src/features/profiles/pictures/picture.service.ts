import { buffer } from 'node:stream/consumers'

import { Refusal } from '@kundig/contract/errors'

import { authorize } from '../../../authorize.ts'
import type { Database } from '../../../platform/database/database.ts'
import { imageQueue } from '../../../platform/images/image-queue.ts'
import { PICTURE_TYPE, makeSquarePicture } from '../../../platform/images/square-picture.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { FileStorage } from '../../../platform/storage/file-storage.ts'
import type { Viewer } from '../../../viewer.ts'
import { findWriteRefusal } from '../profile.policy.ts'
import * as repository from '../profile.repository.ts'
import type { ProfileService } from '../profile.service.ts'
import { toPictureKey, toPictureUrl, computePictureVersion } from './picture-address.ts'
import { findPictureVersion, savePictureVersion } from './picture.repository.ts'

export interface Picture {
  content: Buffer
  contentType: string
}

export interface PictureToRead {
  /** True when everyone may read and cache the picture. */
  isPublic: boolean
  /** @throws Refusal NOT_FOUND when the picture was replaced, UNAVAILABLE */
  open: () => Promise<Picture>
}

export interface PictureServiceOptions {
  db: Database
  profiles: ProfileService
  files: FileStorage
  logger: Logger
}

/** Maximum tries, because other transactions may write the row between read and write. */
const TRIES_MAX = 20

/** Writes the file, then its row. The next read corrects a mismatch. No connection or lock waits for slow storage. */
export class PictureService {
  readonly #deps: PictureServiceOptions

  constructor(deps: PictureServiceOptions) {
    this.#deps = deps
  }

  /** @throws Refusal UNAVAILABLE when the storage fails */
  async #stored<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.#deps.logger.error({ reason: describeError(error) }, 'file storage failed')
      throw new Refusal('UNAVAILABLE')
    }
  }

  #readFile(id: string): Promise<Buffer | null> {
    return this.#stored(async () => {
      const file = await this.#deps.files.get(toPictureKey(id))
      return file && buffer(file.stream)
    })
  }

  /**
   * Makes the row match the file. Reads the row, then the file, and writes only if the row is unchanged; otherwise
   * reads both again. After a replacement (`isReplaced`) the row is always written, so that a slower writer with an
   * older file fails.
   * @throws Refusal PROFILE_NOT_FOUND, UNAVAILABLE
   */
  async #settle(id: string, { isReplaced }: { isReplaced: boolean }): Promise<void> {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const row = await findPictureVersion(this.#deps.db, id)
      if (!row) throw new Refusal('PROFILE_NOT_FOUND')
      const file = await this.#readFile(id)
      const version = file && computePictureVersion(file)
      if (!isReplaced && row.version === version) return
      if (await savePictureVersion(this.#deps.db, id, { version, writtenBy: row.writtenBy })) return
    }
    throw new Refusal('UNAVAILABLE')
  }

  /** Returns the picture of a profile without a permission check; null if none exists. @throws Refusal UNAVAILABLE */
  async read(id: string): Promise<Picture | null> {
    const content = await this.#readFile(id)
    return content && { content, contentType: PICTURE_TYPE }
  }

  /** Checks the permission before the upload is read. @throws Refusal FORBIDDEN, PROFILE_NOT_FOUND */
  async requireWritable(viewer: Viewer, id: string): Promise<void> {
    authorize(findWriteRefusal({ profileId: id, viewerId: viewer.userId }))
    if (!(await this.#deps.profiles.exists(id))) throw new Refusal('PROFILE_NOT_FOUND')
  }

  /**
   * Returns the new URL. The last stored picture wins. `gone` cancels before the picture is stored.
   * @throws Refusal IMAGE_REQUIRED, IMAGE_HEIC, IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE, PROFILE_NOT_FOUND, UNAVAILABLE
   */
  save(id: string, image: Buffer, gone: AbortSignal): Promise<string> {
    // Storing is part of the queued work, so that a person's pictures change one at a time.
    return imageQueue.run(
      id,
      async () => {
        const picture = await makeSquarePicture(image)
        if (gone.aborted) throw new Refusal('UNAVAILABLE')
        if (!(await this.#deps.profiles.exists(id))) throw new Refusal('PROFILE_NOT_FOUND')
        await this.#stored(() => this.#deps.files.put(toPictureKey(id), picture, PICTURE_TYPE))
        await this.#settle(id, { isReplaced: true })
        return toPictureUrl(id, computePictureVersion(picture))
      },
      gone,
    )
  }

  /** @throws Refusal PROFILE_NOT_FOUND, UNAVAILABLE */
  remove(id: string): Promise<void> {
    return imageQueue.run(id, async () => {
      await this.#stored(() => this.#deps.files.delete(toPictureKey(id)))
      await this.#settle(id, { isReplaced: true })
    })
  }

  /** Identifies the viewer of a private picture. @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC, NOT_FOUND */
  async find(id: string, version: string, identify: () => Promise<Viewer | null>): Promise<PictureToRead> {
    const row = await repository.findById(this.#deps.db, id)
    if (!row) throw new Refusal('PROFILE_NOT_FOUND')
    if (!row.isPublic) await this.#deps.profiles.requireVisible((await identify())?.userId ?? null, id)
    if (row.pictureVersion !== version) throw new Refusal('NOT_FOUND')
    return {
      isPublic: row.isPublic,
      open: async () => {
        const content = await this.#readFile(id)
        if (content && computePictureVersion(content) === version) return { content, contentType: PICTURE_TYPE }
        await this.#settle(id, { isReplaced: false })
        throw new Refusal('NOT_FOUND')
      },
    }
  }
}
