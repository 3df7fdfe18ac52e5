import type { LiveConnection } from '../../../../platform/live/live-connection.ts'
import { createStore } from '../../../../platform/state/store.ts'
import type { AttachmentQueue } from './attachment-queue.ts'

/** Queue of the current connection; null until the queue's code is loaded. */
export const openedFiles = createStore<{ live: LiveConnection; queue: AttachmentQueue } | null>(null)
