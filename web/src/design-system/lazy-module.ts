import { useEffect, useState } from 'react'

/** Delay before a failed fetch is retried (ms). It doubles after each failure, up to the maximum. */
const AGAIN_AFTER_MS = 1000
const AGAIN_AFTER_MOST_MS = 30_000

const fetched = new WeakMap<() => Promise<object>, object>()

export async function fetchModule(load: () => Promise<object>): Promise<void> {
  fetched.set(load, await load())
}

/** Loads a module, with retries. Unlike React's `lazy`, it throws no error. @param load must be stable */
export function useLazyModule<Part extends object>(load: () => Promise<Part>, isWanted: boolean): Part | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key is the function that loaded the module
  const [part, setPart] = useState(() => (fetched.get(load) as Part | undefined) ?? null)
  const isMissing = isWanted && part === null
  useEffect(() => {
    if (!isMissing) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = AGAIN_AFTER_MS
    function fetchWithRetry(): void {
      load().then(
        (loaded) => {
          fetched.set(load, loaded)
          if (!signal.aborted) setPart(loaded)
        },
        () => {
          if (signal.aborted) return
          timer = setTimeout(fetchWithRetry, pause)
          pause = Math.min(pause * 2, AGAIN_AFTER_MOST_MS)
        },
      )
    }
    const fetchNow = (): void => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      fetchWithRetry()
    }
    window.addEventListener('online', fetchNow, { signal })
    fetchWithRetry()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [load, isMissing])
  return isWanted ? part : null
}
