import { Refusal } from '@kundig/contract/errors'

/** Timeout of a task in a worker (ms). */
const WORK_LIMIT_MS = 30_000

interface Answer<Result> {
  result: Result | null
}

export function canDrawInWorkers(): boolean {
  return typeof OffscreenCanvas !== 'undefined' && typeof createImageBitmap !== 'undefined'
}

/**
 * Runs a task in a new worker. @param open creates the worker, whose code calls `handleWorkerTasks`
 * @returns null when the worker fails
 * @throws Refusal IMAGE_UNREADABLE after the timeout
 */
export async function runInWorker<Result>(open: () => Worker, task: object): Promise<Result | null> {
  const worker = open()
  let limit: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Result | null>((resolve, reject) => {
      // Rejects after the timeout. The task is too slow to repeat on the page, which it would block.
      limit = setTimeout(() => reject(new Refusal('IMAGE_UNREADABLE')), WORK_LIMIT_MS)
      worker.addEventListener('message', ({ data }: MessageEvent<Answer<Result>>) => resolve(data.result))
      worker.addEventListener('error', () => resolve(null))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's message has no target origin
      worker.postMessage(task)
    })
  } finally {
    clearTimeout(limit)
    worker.terminate()
  }
}
