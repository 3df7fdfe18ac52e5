import type { Size } from './image-rules.ts'

/**
 * Runs in a worker: performs each task that the page sends, and answers with the result; null when that failed.
 * The other end is `runInWorker`.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- also what the channel brings
export function serve<Task>(perform: (task: Task) => Promise<unknown>): void {
  globalThis.addEventListener('message', ({ data }: MessageEvent<Task>) => {
    void perform(data)
      .catch(() => null)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's channel has no origin to name
      .then((result) => globalThis.postMessage({ result }))
  })
}

/**
 * Lends the pixels of an image, upright.
 * @param size what they are wanted as, of the same shape: a phone need not hold all pixels of a large photo
 */
export async function withBitmap<Result>(
  image: Blob,
  size: Size,
  work: (bitmap: ImageBitmap) => Promise<Result>,
): Promise<Result> {
  // Photos lie on their side and carry a note about it: the pixels are turned here, and the note is lost.
  const bitmap = await createImageBitmap(image, {
    imageOrientation: 'from-image',
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'high',
  })
  try {
    return await work(bitmap)
  } finally {
    bitmap.close()
  }
}
