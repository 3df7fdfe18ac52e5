import { isAnimationReduced, nameForType } from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'

import { withImageElement, readSize } from '../../../platform/images/image-element.ts'
import { checkImageSize, type Size } from '../../../platform/images/image-rules.ts'
import { canDrawInWorkers, runInWorker } from '../../../platform/images/image-worker.ts'
import { shrinkImage, type ShrunkImage } from './attachment-drawing.ts'
import { openAttachmentWorker } from './attachment-tasks.ts'
import type { AttachmentTask } from './attachment-worker.ts'
import { FileMismatch, kindOfType, recogniseFile } from './file-kind.ts'
import { countGifFrames } from './gif-frames.ts'
import type { PreparedFile } from './prepared-file.ts'

/** By so much an image is recognised. */
const HEAD_BYTES = 32

/**
 * Makes an image small enough to be sent. Fetched once a room is open: nobody needs it for the list of chats.
 * @param body of the type that it is sent as
 * @param found what its bytes are
 * @throws Refusal when it cannot be opened; FileMismatch when it is something else than its type says
 */
export async function prepareImage(
  body: Blob,
  name: string,
  found: ReturnType<typeof recogniseFile>,
): Promise<PreparedFile> {
  const claimed = kindOfType(body.type)
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
  const frames = body.type === 'image/gif' ? countGifFrames(new Uint8Array(await body.arrayBuffer())) : 1
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
    ? runInWorker<ShrunkImage>(openAttachmentWorker, { shrink: image, size } satisfies AttachmentTask)
    : null
}
