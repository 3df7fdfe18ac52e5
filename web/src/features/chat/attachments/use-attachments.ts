import { useEffect, useMemo } from 'react'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { useLiveConnection } from '../../../platform/live/live-provider.tsx'
import { createStore, useStore } from '../../../platform/state/store.ts'
import type { ChatMessage } from '../cache/message.ts'
import { attachmentTexts } from './attachment.messages.ts'
import type { Attachment } from './attachment.ts'
import { loadImagePreparation } from './pictures/load-image-preparation.ts'
import { openedFiles } from './sending/opened-files.ts'

const NOTHING: readonly Attachment[] = []
const NO_QUEUE = createStore(NOTHING)
const NO_MESSAGES: readonly ChatMessage[] = []

export interface RoomAttachments {
  /** Files in the tray, followed by files that are being sent. */
  files: readonly Attachment[]
  isReady: boolean
  add: (files: readonly File[]) => void
  move: (id: string, by: -1 | 1) => void
  /** Sends the chosen files after the text beside them. */
  send: (after?: Promise<void>) => void
  cancel: (id: string) => void
  retry: (id: string) => void
  agree: (id: string) => void
  remove: (id: string) => void
}

/** @param stored loaded messages; files that these messages contain are left out */
export function useAttachments(roomId: string, stored: readonly ChatMessage[] = NO_MESSAGES): RoomAttachments {
  const texts = useTexts(attachmentTexts)
  const live = useLiveConnection()
  // The code is loaded early, because an image may be chosen while offline.
  useEffect(() => void loadImagePreparation().catch(() => undefined), [])
  const opened = useStore(openedFiles)
  // After another person logged in, the previous person's files must not show.
  const queue = opened !== null && opened.live === live ? opened.queue : null
  const all = useStore(queue?.attachments ?? NO_QUEUE)
  const [files, arrived] = useMemo(() => {
    const here = all.filter((file) => file.roomId === roomId)
    if (here.length === 0) return [NOTHING, NOTHING]
    const known = new Set(stored.map(({ client_id }) => client_id))
    const shown = here
      .filter(({ clientId }) => !known.has(clientId))
      .toSorted((one, other) => Number(one.isSent) - Number(other.isSent))
    return [shown, here.filter(({ clientId }) => known.has(clientId))]
  }, [all, roomId, stored])
  // Removes failed or cancelled files that the server did store. Uploads in progress remove their files themselves.
  useEffect(() => {
    for (const { id, state } of arrived) if (state.status === 'failed') queue?.remove(id)
  }, [arrived, queue])
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
