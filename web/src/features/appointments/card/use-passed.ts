import { useSyncExternalStore } from 'react'

/** Polls, because a sleeping device delays a timer set for the moment itself. */
const CHECK_EVERY_MS = 30_000

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, CHECK_EVERY_MS)
  window.addEventListener('focus', onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    clearInterval(timer)
    window.removeEventListener('focus', onChange)
    document.removeEventListener('visibilitychange', onChange)
  }
}

/** Counts the moments that have passed (ms since 1970), and re-renders when the next one passes. */
export function usePassedCount(moments: readonly number[]): number {
  return useSyncExternalStore(subscribe, () => moments.filter((moment) => moment <= Date.now()).length)
}
