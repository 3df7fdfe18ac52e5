import { cleanFileName, requiresAnimationReduction, correctExtension } from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'

import { withImageElement, readSize } from '../../../../platform/images/image-element.ts'
import { checkImageSize, type Size } from '../../../../platform/images/image-rules.ts'
import { canDrawInWorkers, runInWorker } from '../../../../platform/images/image-worker.ts'
import { type FileKind, toMediaType } from '../../../../platform/uploads/file-kind.ts'
import { toFileKindRefusal } from '../file-mismatch.ts'
import type { PreparedFile } from '../prepared-file.ts'
import { shrinkImage, type ShrunkImage } from './attachment-drawing.ts'
import { openAttachmentWorker } from './attachment-tasks.ts'
import type { AttachmentTask } from './attachment-worker.ts'
import { countGifFrames } from './gif-frames.ts'

interface ChosenPicture {
  bytes: ArrayBuffer
  name: string
  label: string
  /** Detected kind of file; null for a format that perhaps only the browser can open. */
  found: FileKind | null
}

/** Shrinks and converts a picture. @throws Refusal when the picture cannot be opened */
export async function preparePicture(picture: ChosenPicture): Promise<PreparedFile> {
  const { label, found } = picture
  const isSendable = found === 'jpeg' || found === 'png' || found === 'gif'
  try {
    return await drawPicture(picture, isSendable)
  } catch (error) {
    const isForeign = !isSendable && !(found === null && /^image\/(?:jpeg|png|gif)$/u.test(label))
    if (isForeign && error instanceof Refusal && error.code === 'IMAGE_UNREADABLE')
      throw toFileKindRefusal(label, found)
    throw error
  }
}

/** Draws the picture for sending. @param canKeepOriginal false when the server would refuse the original */
async function drawPicture(picture: ChosenPicture, canKeepOriginal: boolean): Promise<PreparedFile> {
  const { bytes, name, label, found } = picture
  const body = new Blob([bytes], { type: found ? toMediaType(found) : label })
  const { image, thumbnail, size } = await withImageElement(body, async (element) => {
    const original = readSize(element)
    const code = checkImageSize(original)
    if (code) throw new Refusal(code)
    const shrunk =
      (await shrinkImageInWorker(body, original, canKeepOriginal)) ??
      (await shrinkImage(body, original, element, original, canKeepOriginal))
    if (!shrunk) throw new Refusal('IMAGE_UNREADABLE')
    return { ...shrunk, size: original }
  })
  const isKept = canKeepOriginal && image.size === body.size && image.type === body.type
  const frames = countFrames(new Uint8Array(bytes), found)
  const type = image.type === 'image/gif' || image.type === 'image/png' ? image.type : 'image/jpeg'
  return {
    body: image,
    name: cleanFileName(correctExtension(name, type)),
    thumbnail,
    isReduced: frames > 1 && (!isKept || requiresAnimationReduction({ sizeBytes: image.size, ...size, frames })),
    ...(isKept && { redraw: () => drawPicture(picture, false) }),
  }
}

/** Counts a picture's frames. For formats other than GIF, the result 2 means more than one frame. */
function countFrames(bytes: Uint8Array, found: FileKind | null): number {
  if (found === 'gif') return countGifFrames(bytes)
  const head = String.fromCodePoint(...bytes.subarray(0, 21))
  const isMoving = head.startsWith('VP8X', 12) ? ((bytes[20] ?? 0) & 2) !== 0 : head.startsWith('ftypavis', 4)
  return isMoving ? 2 : 1
}

async function shrinkImageInWorker(image: Blob, size: Size, canKeepOriginal: boolean): Promise<ShrunkImage | null> {
  return canDrawInWorkers()
    ? runInWorker<ShrunkImage>(openAttachmentWorker, { shrink: image, size, canKeepOriginal } satisfies AttachmentTask)
    : null
}
