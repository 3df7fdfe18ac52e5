import { runInWorker } from '../../../../platform/images/image-worker.ts'
import type { AttachmentTask } from './attachment-worker.ts'

export function openAttachmentWorker(): Worker {
  return new Worker(new URL('./attachment-worker.ts', import.meta.url), { type: 'module' })
}

/** Returns a file's SHA-256 in hexadecimal; null when the worker fails. */
export async function hashInWorker(file: Blob): Promise<string | null> {
  return runInWorker<string>(openAttachmentWorker, { hash: file } satisfies AttachmentTask)
}
