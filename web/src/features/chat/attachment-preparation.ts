import { Refusal } from '@kundig/contract/errors'

import { inAnElement, sizeOf } from '../../platform/images/image-element.ts'
import { checkImageSize } from '../../platform/images/image-rules.ts'
import { canDrawInWorkers, inWorker } from '../../platform/images/image-worker.ts'
import { shrinkImage, type ShrunkImage } from './attachment-drawing.ts'
import type { AttachmentTask } from './attachment-worker.ts'

/** A file that is ready to be sent. */
export interface PreparedFile {
  /** Its bytes, held in memory: the file on the disk may change or go away. */
  body: Blob
  name: string
  /** Of an image, for the screen. */
  thumbnail: Blob | null
}

/** Whether a file of this type is made smaller here and encoded anew by the server. */
export function isImage(type: string): boolean {
  return type.startsWith('image/')
}

/**
 * Makes a file ready to be sent: an image becomes small enough, everything else stays as it is.
 * @param name cleaned
 * @param type what it is sent as
 * @throws Refusal when it cannot be read, or is an image that cannot be opened
 */
export async function prepareFile(file: File, name: string, type: string): Promise<PreparedFile> {
  const bytes = await file.arrayBuffer().catch(() => {
    // A folder, or a file that is gone.
    throw new Refusal('FILE_SEND_FAILED')
  })
  const body = new Blob([bytes], { type })
  if (!isImage(type)) return { body, name, thumbnail: null }
  const { image, thumbnail } = await inAnElement(body, async (element) => {
    const size = sizeOf(element)
    const code = checkImageSize(size)
    if (code) throw new Refusal(code)
    const shrunk = (await shrinkAside(body)) ?? (await shrinkImage(body, element, size))
    if (!shrunk) throw new Refusal('IMAGE_UNREADABLE')
    return shrunk
  })
  return { body: image, name: nameFor(image.type, type, name), thumbnail }
}

/** A photo saved as PNG may have become a JPEG: then its name says so, too. */
function nameFor(type: string, typeBefore: string, name: string): string {
  return type === typeBefore ? name : name.replace(/\.[^.]*$/u, '.jpg')
}

async function shrinkAside(image: Blob): Promise<ShrunkImage | null> {
  return canDrawInWorkers() ? inWorker<ShrunkImage>(openWorker, { shrink: image } satisfies AttachmentTask) : null
}

/** SHA-256 of a file in hexadecimal, made beside the page; null where that is not possible. */
export async function hashAside(file: Blob): Promise<string | null> {
  return inWorker<string>(openWorker, { hash: file } satisfies AttachmentTask)
}

function openWorker(): Worker {
  return new Worker(new URL('./attachment-worker.ts', import.meta.url), { type: 'module' })
}
