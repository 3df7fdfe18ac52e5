import { Refusal } from '@kundig/contract/errors'

/** Work that takes longer than this is given up (ms): the worker is stopped, and the page stayed usable. */
const WORK_LIMIT_MS = 30_000

/** What a worker answers; null when it cannot do the work (the page then tries by itself). */
interface Answer<Result> {
  result: Result | null
}

/** Whether images can be drawn beside the page. */
export function canDrawInWorkers(): boolean {
  return typeof OffscreenCanvas !== 'undefined' && typeof createImageBitmap !== 'undefined'
}

/**
 * Has a piece of work done beside the page, by a worker of its own.
 * @param open makes the worker, whose code calls `serve`
 * @returns null when the worker cannot do it
 * @throws Refusal IMAGE_UNREADABLE when it takes too long
 */
export async function runInWorker<Result>(open: () => Worker, task: object): Promise<Result | null> {
  const worker = open()
  let limit: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Result | null>((resolve, reject) => {
      // Trying the same in the page would block it: this is an answer, not a reason to fall back.
      limit = setTimeout(() => reject(new Refusal('IMAGE_UNREADABLE')), WORK_LIMIT_MS)
      worker.addEventListener('message', ({ data }: MessageEvent<Answer<Result>>) => resolve(data.result))
      worker.addEventListener('error', () => resolve(null))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage(task)
    })
  } finally {
    clearTimeout(limit)
    worker.terminate()
  }
}
