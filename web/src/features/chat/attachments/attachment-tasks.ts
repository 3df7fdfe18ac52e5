import { runInWorker } from '../../../platform/images/image-worker.ts'
import type { AttachmentTask } from './attachment-worker.ts'

/** A worker for what is done with files beside the page. */
export function openAttachmentWorker(): Worker {
  return new Worker(new URL('./attachment-worker.ts', import.meta.url), { type: 'module' })
}

/** SHA-256 of a file in hexadecimal, computed in a worker; null where that is not possible. */
export async function hashInWorker(file: Blob): Promise<string | null> {
  return runInWorker<string>(openAttachmentWorker, { hash: file } satisfies AttachmentTask)
}
