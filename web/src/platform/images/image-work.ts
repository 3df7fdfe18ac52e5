import type { Size } from './image-rules.ts'

/** Worker side of `runInWorker`: answers each task with its result, or null on failure. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- also what the channel brings
export function serveTasks<Task>(perform: (task: Task) => Promise<unknown>): void {
  globalThis.addEventListener('message', ({ data }: MessageEvent<Task>) => {
    void perform(data)
      .catch(() => null)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's channel has no origin to name
      .then((result) => globalThis.postMessage({ result }))
  })
}

/** Decodes an image, upright. @param size target of the same shape: saves a phone all pixels of a large photo */
export async function withBitmap<Result>(
  image: Blob,
  size: Size,
  work: (bitmap: ImageBitmap) => Promise<Result>,
): Promise<Result> {
  // Applies the photo's EXIF orientation, which encoding drops.
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
