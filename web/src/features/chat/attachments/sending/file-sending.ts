import type { QueryClient } from '@tanstack/react-query'

import { checkChosenFile, cleanFileName, findDeclaredType } from '@kundig/contract/chat/file-rules'

import type { LiveConnection } from '../../../../platform/live/live-connection.ts'
import { preventReload } from '../../../../platform/releases/reload-guard.ts'
import { createStoredMessageHandler } from '../../cache/incoming.ts'
import { prepareFile } from '../attachment-preparation.ts'
import { AttachmentQueue } from './attachment-queue.ts'
import { sendFile } from './attachment-upload.ts'
import { waitUntilReady } from './file-readiness.ts'
import { KeptFiles } from './kept-files.ts'
import { openedFiles } from './opened-files.ts'

/** Upload queue of each live connection. A connection belongs to one person, and its queue outlives the screens. */
const queues = new WeakMap<LiveConnection, AttachmentQueue>()

/** Opens the queue of a connection, and sends files of earlier visits. */
export function openAttachmentQueue(live: LiveConnection, queryClient: QueryClient): void {
  const queue = queues.get(live) ?? createQueue(live, queryClient)
  queues.set(live, queue)
  openedFiles.set({ live, queue })
}

function createQueue(live: LiveConnection, queryClient: QueryClient): AttachmentQueue {
  const kept = new KeptFiles(live.userId, (files) => queue.adopt(files))
  const queue = new AttachmentQueue({
    check: (file) => ({
      name: cleanFileName(file.name),
      type: findDeclaredType(file) ?? file.type,
      refusal: checkChosenFile(file),
    }),
    prepare: prepareFile,
    kept,
    ready: (file, signal) => waitUntilReady(live, queryClient, file, signal),
    send: sendFile,
    onStored: createStoredMessageHandler(queryClient),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          resolve()
        })
      }),
    newId: () => crypto.randomUUID(),
  })
  warnBeforeUnloadWhileBusy(queue)
  // Logging out closes the connection. Unsent files stay stored for their sender, like unsent texts.
  live.onClosed(() => {
    queue.close()
    void kept.close()
  })
  return queue
}

function warnBeforeUnloadWhileBusy(queue: AttachmentQueue): void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
  let letGo: (() => void) | undefined
  queue.attachments.subscribe(() => {
    const { isBusy } = queue
    if (isBusy) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
    // An automatic reload of the page must not interrupt an upload.
    if (isBusy || queue.attachments.get().some(({ state }) => state.status === 'sending')) {
      letGo ??= preventReload()
    } else {
      letGo?.()
      letGo = undefined
    }
  })
}
