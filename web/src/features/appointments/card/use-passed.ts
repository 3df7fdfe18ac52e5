import { useSyncExternalStore } from 'react'

/** Polling interval (ms). A timer for the exact time would be late after the device slept. */
const CHECK_EVERY_MS = 30_000

function subscribeToClock(onChange: () => void): () => void {
  const timer = setInterval(onChange, CHECK_EVERY_MS)
  window.addEventListener('focus', onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    clearInterval(timer)
    window.removeEventListener('focus', onChange)
    document.removeEventListener('visibilitychange', onChange)
  }
}

/** Counts the times that have passed (ms since 1970). Re-renders when another time passes. */
export function usePassedTimeCount(moments: readonly number[]): number {
  return useSyncExternalStore(subscribeToClock, () => moments.filter((moment) => moment <= Date.now()).length)
}
