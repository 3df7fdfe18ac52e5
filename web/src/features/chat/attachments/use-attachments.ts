import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { checkChosenFile, cleanFileName, findDeclaredType } from '@kundig/contract/chat/file-rules'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import type { LiveConnection } from '../../../platform/live/live-connection.ts'
import { useLive } from '../../../platform/live/live-provider.tsx'
import { preventReload } from '../../../platform/releases/reload-guard.ts'
import { createStore, useStore } from '../../../platform/state/store.ts'
import { createApplyStored } from '../cache/incoming.ts'
import type { ChatMessage } from '../cache/message.ts'
import { loadImagePreparation, prepareFile } from './attachment-preparation.ts'
import { AttachmentQueue } from './attachment-queue.ts'
import { sendFile } from './attachment-upload.ts'
import { attachmentTexts } from './attachment.messages.ts'
import type { Attachment } from './attachment.ts'

/** One queue per live connection, and so per person; it outlives the screens. */
const queues = new WeakMap<LiveConnection, AttachmentQueue>()

function getQueue(live: LiveConnection, queryClient: QueryClient): AttachmentQueue {
  const known = queues.get(live)
  if (known) return known
  const queue = new AttachmentQueue({
    check: (file) => ({
      name: cleanFileName(file.name),
      type: findDeclaredType(file) ?? file.type,
      refusal: checkChosenFile(file),
    }),
    prepare: prepareFile,
    send: sendFile,
    onStored: createApplyStored(queryClient),
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
  warnWhileBusy(queue)
  // Logging out closes the connection and cancels its files.
  live.onClosed(() => queue.clear())
  queues.set(live, queue)
  return queue
}

function warnWhileBusy(queue: AttachmentQueue): void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
  let letGo: (() => void) | undefined
  queue.attachments.subscribe(() => {
    if (queue.isBusy) {
      window.addEventListener('beforeunload', ask)
      letGo ??= preventReload()
    } else {
      window.removeEventListener('beforeunload', ask)
      letGo?.()
      letGo = undefined
    }
  })
}

const NOTHING: readonly Attachment[] = []
const NO_QUEUE = createStore(NOTHING)
const NO_MESSAGES: readonly ChatMessage[] = []

export interface RoomAttachments {
  /** Files of the tray, then those that are being sent. */
  files: readonly Attachment[]
  isReady: boolean
  add: (files: readonly File[]) => void
  move: (id: string, by: -1 | 1) => void
  /** Sends the chosen files, after the text beside them. */
  send: (after?: Promise<void>) => void
  cancel: (id: string) => void
  retry: (id: string) => void
  agree: (id: string) => void
  remove: (id: string) => void
}

/** @param stored loaded messages; a file that became one of them is left out */
export function useAttachments(roomId: string, stored: readonly ChatMessage[] = NO_MESSAGES): RoomAttachments {
  const texts = useTexts(attachmentTexts)
  const live = useLive()
  const queryClient = useQueryClient()
  // Preloaded, because an image may be chosen while offline.
  useEffect(() => void loadImagePreparation().catch(() => undefined), [])
  const queue = live && getQueue(live, queryClient)
  const all = useStore(queue?.attachments ?? NO_QUEUE)
  const files = useMemo(() => {
    const here = all.filter((file) => file.roomId === roomId)
    if (here.length === 0) return NOTHING
    const known = new Set(stored.map(({ client_id }) => client_id))
    return here
      .filter(({ clientId }) => !known.has(clientId))
      .toSorted((one, other) => Number(one.isSent) - Number(other.isSent))
  }, [all, roomId, stored])
  return {
    files,
    isReady: queue !== null,
    add: (added) => {
      if (queue?.add(roomId, added) === false) toast.error(texts.tooMany)
    },
    move: (id, by) => queue?.move(id, by),
    send: (after) => queue?.send(roomId, after),
    cancel: (id) => queue?.cancel(id),
    retry: (id) => queue?.retry(id),
    agree: (id) => queue?.agree(id),
    remove: (id) => queue?.remove(id),
  }
}
