/**
 * Does what can wait once the browser has nothing else to do, or after a time.
 * @param limitMs how long it may wait (ms)
 * @returns lets it be, where it has not begun
 */
export function onceIdle(work: () => void, limitMs: number): () => void {
  if ('requestIdleCallback' in window) {
    const idle = window.requestIdleCallback(work, { timeout: limitMs })
    return () => window.cancelIdleCallback(idle)
  }
  const timer = setTimeout(work, limitMs)
  return () => clearTimeout(timer)
}
