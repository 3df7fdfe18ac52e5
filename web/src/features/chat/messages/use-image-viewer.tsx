import { useMemo, useState } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { useLazyModule } from '../../../design-system/lazy-module.ts'
import { isViewable } from '../attachments/viewing/file-attached.tsx'
import type { ChatMessage, FileMessage } from '../cache/message.ts'
import { useSenderTexts } from './use-sender-texts.ts'

const loadViewer = () => import('../attachments/viewing/image-viewer.tsx')

function isViewableMessage(message: ChatMessage): message is FileMessage {
  return message.kind === 'file' && isViewable(message.file)
}

export function useImageViewer(room: Room, messages: readonly ChatMessage[]) {
  const { labelOf, altOf } = useSenderTexts(room)
  const [viewedId, setViewedId] = useState<string | null>(null)
  const images = useMemo(() => messages.filter(isViewableMessage), [messages])
  // The message of the viewed image may be removed.
  if (viewedId !== null && !images.some(({ id }) => id === viewedId)) setViewedId(null)
  // The viewer's code is loaded only in rooms with images.
  const loaded = useLazyModule(loadViewer, images.length > 0)
  const viewer = loaded && viewedId !== null && (
    <loaded.ImageViewer
      images={images.map((message) => ({
        id: message.id,
        file: message.file,
        sender: labelOf(message.sender_id !== room.partner.id),
        alt: altOf(message),
        at: message.created_at,
      }))}
      shownId={viewedId}
      onShow={setViewedId}
    />
  )
  return { viewer, setViewedId }
}
