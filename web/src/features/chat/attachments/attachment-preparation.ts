import { isAnimationReduced, nameForType } from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'

import { withImageElement, readSize } from '../../../platform/images/image-element.ts'
import { checkImageSize, type Size } from '../../../platform/images/image-rules.ts'
import { canDrawInWorkers, runInWorker } from '../../../platform/images/image-worker.ts'
import { shrinkImage, type ShrunkImage } from './attachment-drawing.ts'
import type { AttachmentTask } from './attachment-worker.ts'
import { FileMismatch, isPicture, kindOfType, recogniseFile } from './file-kind.ts'
import { countGifFrames } from './gif-frames.ts'

/** A file that is ready to be sent. */
export interface PreparedFile {
  /** Its bytes, held in memory: the file on the disk may change or go away. */
  body: Blob
  name: string
  /** Shown while an image is being sent. */
  thumbnail: Blob | null
  /** Whether the server will make an animation smaller, or a still image: the sender is asked first. */
  isReduced: boolean
}

/** By so much an image is recognised. */
const HEAD_BYTES = 32

/** Whether files of this type are made smaller here and encoded anew by the server. */
export function isImage(type: string): boolean {
  return type.startsWith('image/')
}

/**
 * Prepares a file for sending: an image becomes small enough, everything else stays as it is.
 * @param name cleaned
 * @param type what it is sent as
 * @throws Refusal when it cannot be read, or is an image that cannot be opened; FileMismatch when its bytes are
 *   something else than `type` says
 */
export async function prepareFile(file: File, name: string, type: string): Promise<PreparedFile> {
  const bytes = await file.arrayBuffer().catch(() => {
    // A folder, or a file that is gone.
    throw new Refusal('FILE_SEND_FAILED')
  })
  const body = new Blob([bytes], { type })
  const claimed = kindOfType(type)
  const found = recogniseFile(new Uint8Array(bytes))
  if (claimed !== null && found !== claimed && !(isImage(type) && (found === null || isPicture(found))))
    throw new FileMismatch(claimed, found)
  if (!isImage(type)) return { body, name, thumbnail: null, isReduced: false }
  const { image, thumbnail, size } = await withImageElement(body, async (element) => {
    const original = readSize(element)
    const code = checkImageSize(original)
    if (code) throw new Refusal(code)
    const shrunk = (await shrinkAside(body, original)) ?? (await shrinkImage(body, original, element, original))
    if (!shrunk) throw new Refusal('IMAGE_UNREADABLE')
    return { ...shrunk, size: original }
  })
  // Another format becomes the right one where it is made smaller. As it is, the server would refuse it.
  const sent = recogniseFile(new Uint8Array(await image.slice(0, HEAD_BYTES).arrayBuffer()))
  if (claimed !== null && sent !== kindOfType(image.type)) throw new FileMismatch(claimed, found)
  const frames = type === 'image/gif' ? countGifFrames(new Uint8Array(bytes)) : 1
  return {
    body: image,
    // A photo saved as PNG may have become a JPEG: then its name says so, too.
    name: image.type === 'image/jpeg' ? nameForType(name, 'image/jpeg') : name,
    thumbnail,
    isReduced: frames > 1 && isAnimationReduced({ sizeBytes: image.size, ...size, frames }),
  }
}

async function shrinkAside(image: Blob, size: Size): Promise<ShrunkImage | null> {
  return canDrawInWorkers()
    ? runInWorker<ShrunkImage>(openWorker, { shrink: image, size } satisfies AttachmentTask)
    : null
}

/** SHA-256 of a file in hexadecimal, computed in a worker; null where that is not possible. */
export async function hashInWorker(file: Blob): Promise<string | null> {
  return runInWorker<string>(openWorker, { hash: file } satisfies AttachmentTask)
}

function openWorker(): Worker {
  return new Worker(new URL('./attachment-worker.ts', import.meta.url), { type: 'module' })
}
