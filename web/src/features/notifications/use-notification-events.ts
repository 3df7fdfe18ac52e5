import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

import type { ServerToClientEvents } from '@kundig/contract/live/live-events'

import { client } from '../../platform/api/client.ts'
import { retryFailedLoads } from '../../platform/api/retry-failed-loads.ts'
import { getSessionSignal } from '../../platform/api/session-state.ts'
import { watchStamp } from '../../platform/api/stamps.ts'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useLiveEvent } from '../../platform/live/use-live-events.ts'
import { mergeNotification, markEntriesRead } from './bell-cache.ts'
import { markNotificationsSeen } from './bell/mark-seen.ts'
import { bellQuery, cacheNotificationSettings, updateBell } from './notifications.queries.ts'

/** Applies live events about notifications, and reports displayed entries. Mount once, while logged in. */
export function useNotificationEvents(): void {
  const queryClient = useQueryClient()

  const onCreated = useCallback<ServerToClientEvents['notification.created']>(
    ({ notification, unread }) => {
      updateBell(queryClient, (list) => mergeNotification(list, notification, unread))
      if (document.visibilityState === 'visible') markNotificationsSeen(queryClient, [notification.id])
    },
    [queryClient],
  )
  const onRead = useCallback<ServerToClientEvents['notifications.read']>(
    ({ ids, unread }) => updateBell(queryClient, (list) => markEntriesRead(list, ids, unread)),
    [queryClient],
  )
  useLiveEvent('notification.created', onCreated)
  useLiveEvent('notifications.read', onRead)

  const { queryKey } = bellQuery
  useEffect(
    () =>
      watchStamp(queryClient, 'notifications', () =>
        queryClient.invalidateQueries({ queryKey }, { throwOnError: true }),
      ),
    [queryClient, queryKey],
  )
  useEffect(() => retryFailedLoads(queryClient, queryKey), [queryClient, queryKey])
  useSyncMailLanguage()
}

/** Reports the chosen language to the server, which uses it for mails and pushes. */
function useSyncMailLanguage(): void {
  const queryClient = useQueryClient()
  const language = useLanguage()
  const last = useRef(language)
  useEffect(() => {
    if (last.current === language) return
    last.current = language
    // A failed report is ignored, because each later change of language sends another report.
    const ended = getSessionSignal(queryClient)
    client.notifications
      .changeSettings({ language })
      .then((settings) => {
        if (!ended.aborted) cacheNotificationSettings(queryClient, settings)
      })
      .catch(() => undefined)
  }, [queryClient, language])
}
