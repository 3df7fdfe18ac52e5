import { useEffect, useState, useSyncExternalStore } from 'react'

import { useLiveState } from './use-live-events.ts'

/** Minimum duration of an interruption before the notice (ms). */
const NOTICE_AFTER_MS = 2000

function subscribeToConnectivity(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Returns true when the browser or the live connection has been offline for a noticeable time. */
export function useOffline(): boolean {
  const isCut = useLiveState() === 'offline'
  const isOnline = useSyncExternalStore(
    subscribeToConnectivity,
    () => navigator.onLine,
    () => true,
  )
  const isAway = isCut || !isOnline
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isAway) return undefined
    const timer = setTimeout(() => setIsLong(true), NOTICE_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [isAway])
  return isAway && isLong
}
