import { drawFinished, drawWorkingCopy } from './picture-drawing.ts'
import type { Square } from './picture-rules.ts'

/** What the page asks of the worker: a working copy of an image, or the square of one. */
export type PictureTask = { image: Blob; square: Square | null }

/** The result; null when this worker cannot make it (the page then tries by itself). */
export type PictureResult = { picture: Blob | null }

async function perform({ image, square }: PictureTask): Promise<Blob | null> {
  // Photos lie on their side and carry a note about it: the pixels are turned here, and the note is lost.
  const bitmap = await createImageBitmap(image, { imageOrientation: 'from-image' })
  try {
    return await (square ? drawFinished(bitmap, square) : drawWorkingCopy(bitmap, bitmap))
  } finally {
    bitmap.close()
  }
}

globalThis.addEventListener('message', ({ data }: MessageEvent<PictureTask>) => {
  void perform(data)
    .catch(() => null)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's channel has no origin to name
    .then((picture) => globalThis.postMessage({ picture } satisfies PictureResult))
})
