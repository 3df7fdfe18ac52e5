import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { retryFailedLoads } from '../../platform/api/retry-failed-loads.ts'
import { useMissedEvents, useLiveEvent } from '../../platform/live/use-live-events.ts'
import { useViewerId } from '../auth/session-viewer.ts'
import { useSendingFiles } from './attachments/sending/use-sending-files.ts'
import { createChatSync } from './cache/chat-sync.ts'
import { chatKey } from './cache/chat.queries.ts'
import { useOutboxSending } from './outbox/use-outbox.ts'

/** Applies live events of the chat to the cache, and sends unsent messages and files. Mount once, while logged in. */
export function useChatEvents(): void {
  const queryClient = useQueryClient()
  const viewerId = useViewerId() ?? ''
  const { on, onConnect } = useMemo(() => createChatSync(queryClient, viewerId), [queryClient, viewerId])
  useLiveEvent('room.opened', on['room.opened'])
  useLiveEvent('room.updated', on['room.updated'])
  useLiveEvent('message.created', on['message.created'])
  useLiveEvent('message.updated', on['message.updated'])
  useLiveEvent('room.read', on['room.read'])
  useMissedEvents(onConnect)
  useEffect(() => retryFailedLoads(queryClient, chatKey), [queryClient])
  useOutboxSending()
  useSendingFiles()
}
