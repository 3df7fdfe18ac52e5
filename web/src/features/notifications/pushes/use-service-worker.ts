import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { OPEN_PATH } from '@kundig/contract/notifications/worker-messages'

import { useIdleWork } from '../../../platform/live/use-once-live.ts'
import { shown } from '../../../platform/navigation/navigation.ts'
import { useViewerId } from '../../auth/session-viewer.ts'
import { sessionQuery } from '../../auth/session.queries.ts'

const loadPushes = () => import('./push-subscription.ts')

/** Opens the links of tapped notifications. At log-out, ends the subscription and closes the notifications. */
export function useServiceWorker(): void {
  const queryClient = useQueryClient()
  const userId = useViewerId()
  const begunFor = useRef<string | null>(null)
  useIdleWork(() => {
    if (userId === null || begunFor.current === userId) return
    begunFor.current = userId
    // If ending another person's subscription fails, it is retried at the next connection.
    loadPushes()
      .then(async ({ registerServiceWorker, keepOrEndPushSubscription }) => {
        await registerServiceWorker()
        await keepOrEndPushSubscription(userId)
      })
      .catch(() => {
        begunFor.current = null
      })
  })

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const { serviceWorker } = navigator
    const onMessage = ({ data, ports }: MessageEvent<unknown>): void => {
      const path = typeof data === 'object' && data !== null && OPEN_PATH in data ? data[OPEN_PATH] : null
      if (typeof path !== 'string' || !path.startsWith('/') || !shown.navigation) return
      // Without this reply, the service worker opens the path in a window.
      ports[0]?.postMessage(true)
      void shown.navigation.go(path)
    }
    serviceWorker.addEventListener('message', onMessage)
    serviceWorker.startMessages()
    return () => serviceWorker.removeEventListener('message', onMessage)
  }, [])

  useEffect(
    () => () => {
      // After a change of page, the same person may still be logged in.
      if (userId === null || queryClient.getQueryData(sessionQuery.queryKey)?.user.id === userId) return
      loadPushes()
        .then(({ endPushSubscription }) => endPushSubscription())
        .catch(() => undefined)
    },
    [queryClient, userId],
  )
}
