import { useEffect, useEffectEvent } from 'react'

import { useLiveState } from './use-live-events.ts'

/** How long what can wait may wait for an idle moment once events arrive (ms). */
const IDLE_LIMIT_MS = 5000

/** Does what a screen can do without, such as fetching code for the next one: once events arrive and the browser is idle. */
export function useOnceLive(work: () => void): void {
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
