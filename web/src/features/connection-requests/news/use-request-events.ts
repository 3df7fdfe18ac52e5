import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { useMissedEvents, useLiveEvent } from '../../../platform/live/use-live-events.ts'
import { shown } from '../../../platform/navigation/navigation.ts'
import {
  addPendingRequest,
  cacheContactChat,
  cacheContactRequest,
  cacheHistoryRequest,
  recordUnseenRequest,
  removePendingRequest,
} from '../connection-requests.queries.ts'
import { openContactsQuery } from '../open-contacts.queries.ts'
import { isSentByViewer } from '../request-cache.ts'
import { requestEventTexts } from './request-events.messages.ts'
import { watchRequests } from './watch-requests.ts'

/** Applies live events about requests. Repeated events and the person's own actions show no toast. Mount once. */
export function useRequestEvents(): void {
  const queryClient = useQueryClient()
  const texts = useTexts(requestEventTexts)

  const onCreated = useCallback(
    (request: ConnectionRequest) => {
      if (isSentByViewer(request)) {
        void cacheHistoryRequest(queryClient, request)
        void cacheContactRequest(queryClient, request)
        return
      }
      const isNew = recordUnseenRequest(queryClient, request)
      void addPendingRequest(queryClient, request)
      if (isNew) toast.info(texts.cameIn(request.counterpart.full_name))
    },
    [queryClient, texts],
  )

  const onDecided = useCallback(
    (request: ConnectionRequest) => {
      if (!isSentByViewer(request)) {
        void removePendingRequest(queryClient, request.id)
        // The receiver's history does not contain withdrawn requests.
        if (!request.withdrawn) void cacheHistoryRequest(queryClient, request)
        return
      }
      const isNew = !request.withdrawn && recordUnseenRequest(queryClient, request)
      void cacheHistoryRequest(queryClient, request)
      void cacheContactRequest(queryClient, request)
      if (!isNew) return
      if (request.status === 'accepted') {
        const { room_id: room } = request
        const openChat = {
          label: texts.openChat,
          onClick: () => goToDashboard({ tab: 'chats', ...(room !== null && { room }) }),
        }
        toast.success(texts.wasAccepted(request.counterpart.full_name), openChat)
      } else toast.info(texts.wasRejected(request.counterpart.full_name))
    },
    [queryClient, texts],
  )

  useEffect(() => watchRequests(queryClient), [queryClient])

  const onRoom = useCallback((room: Room) => void cacheContactChat(queryClient, room), [queryClient])
  // Refetches contacts too, because a missed event about a chat changes no request.
  const onMissed = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: openContactsQuery.queryKey }),
    [queryClient],
  )

  useLiveEvent('request.created', onCreated)
  useLiveEvent('request.decided', onDecided)
  useLiveEvent('room.opened', onRoom)
  useLiveEvent('room.updated', onRoom)
  useMissedEvents(onMissed)
}

function goToDashboard(search: Record<string, string>): void {
  void shown.navigation?.go(`/dashboard?${new URLSearchParams(search).toString()}`)
}
