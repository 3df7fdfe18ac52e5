import type { Size } from './image-rules.ts'

/** Runs inside the worker of `runInWorker`. Answers each task with the result, or null after a failure. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- also types the message
export function handleWorkerTasks<Task>(perform: (task: Task) => Promise<unknown>): void {
  globalThis.addEventListener('message', ({ data }: MessageEvent<Task>) => {
    void perform(data)
      .catch(() => null)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's message has no target origin
      .then((result) => globalThis.postMessage({ result }))
  })
}

/** Decodes an image upright, at a reduced size to save memory. @param size target size with the image's shape */
export async function withBitmap<Result>(
  image: Blob,
  size: Size,
  work: (bitmap: ImageBitmap) => Promise<Result>,
): Promise<Result> {
  // Applies the EXIF orientation, because the encoded image will not contain it.
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
