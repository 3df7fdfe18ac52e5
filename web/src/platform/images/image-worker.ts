import { Refusal } from '@kundig/contract/errors'

/** Timeout of a worker (ms). */
const WORK_LIMIT_MS = 30_000

interface Answer<Result> {
  result: Result | null
}

export function canDrawInWorkers(): boolean {
  return typeof OffscreenCanvas !== 'undefined' && typeof createImageBitmap !== 'undefined'
}

/**
 * Runs a task in a worker of its own. @param open makes the worker, whose code calls `serve`
 * @returns null when the worker cannot do it
 * @throws Refusal IMAGE_UNREADABLE after the timeout
 */
export async function runInWorker<Result>(open: () => Worker, task: object): Promise<Result | null> {
  const worker = open()
  let limit: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Result | null>((resolve, reject) => {
      // Rejects instead of falling back: the same work would block the page.
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
