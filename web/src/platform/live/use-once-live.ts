import { useEffect, useEffectEvent } from 'react'

import { useLiveState } from './use-live-events.ts'

/** Maximum wait for an idle browser (ms). */
const IDLE_LIMIT_MS = 5000

/** Runs optional work, such as prefetching, when the tab is connected and the browser is idle. */
export function useIdleWork(work: () => void): void {
  const isLive = useLiveState() === 'connected'
  const begin = useEffectEvent(work)
  useEffect(() => {
    if (!isLive) return undefined
    if ('requestIdleCallback' in window) {
      const idle = window.requestIdleCallback(() => begin(), { timeout: IDLE_LIMIT_MS })
      return () => window.cancelIdleCallback(idle)
    }
    const timer = setTimeout(() => begin(), IDLE_LIMIT_MS)
    return () => clearTimeout(timer)
  }, [isLive])
}
