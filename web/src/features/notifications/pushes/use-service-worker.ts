import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { OPEN_PATH } from '@kundig/contract/notifications/worker-messages'

import { useOnceLive } from '../../../platform/live/use-once-live.ts'
import { shown } from '../../../platform/navigation/navigation.ts'
import { useViewerId } from '../../auth/session-viewer.ts'
import { sessionQuery } from '../../auth/session.queries.ts'

/** Its code comes once nothing else is needed. */
const loadPushes = () => import('./push-subscription.ts')

/**
 * Starts the service worker once a person who is logged in needs nothing else, and goes where a tap on a notification
 * leads. With the session its subscription ends, and what it showed.
 */
export function useServiceWorker(): void {
  const queryClient = useQueryClient()
  const userId = useViewerId()
  const begunFor = useRef<string | null>(null)
  useOnceLive(() => {
    if (userId === null || begunFor.current === userId) return
    begunFor.current = userId
    // Without it everything else works; the next connection tries again.
    loadPushes()
      .then(async ({ startWorker, beginPushes }) => {
        await startWorker()
        await beginPushes(userId)
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
      // Otherwise the worker opens it without us.
      ports[0]?.postMessage(true)
      void shown.navigation.go(path)
    }
    serviceWorker.addEventListener('message', onMessage)
    serviceWorker.startMessages()
    return () => serviceWorker.removeEventListener('message', onMessage)
  }, [])

  useEffect(
    () => () => {
      // The page may show something else for the same person.
      if (userId === null || queryClient.getQueryData(sessionQuery.queryKey)?.user.id === userId) return
      loadPushes()
        .then(({ endPushes }) => endPushes())
        .catch(() => undefined)
    },
    [queryClient, userId],
  )
}
