import { useEffect, useState } from 'react'

/** How long to wait before code that was out of reach is fetched again (ms): twice as long each time, up to this. */
const AGAIN_AFTER_MS = 1000
const AGAIN_AFTER_MOST_MS = 30_000

/** What was fetched, so that whoever wants it next has it at once. */
const fetched = new WeakMap<() => Promise<object>, object>()

/** Fetches code before it is wanted, so that it is there at once. */
export async function fetchModule(load: () => Promise<object>): Promise<void> {
  fetched.set(load, await load())
}

/**
 * Code that a screen can do without until it is there. It is fetched once it is wanted, and again as long as it is
 * out of reach: a part that cannot be fetched leaves the rest standing, other than with React's `lazy`.
 * @param load the same function every time
 * @returns null while it is not wanted, and until it is there
 */
export function useLazyModule<Part extends object>(load: () => Promise<Part>, isWanted: boolean): Part | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept by the function that fetched it
  const [part, setPart] = useState(() => (fetched.get(load) as Part | undefined) ?? null)
  const isMissing = isWanted && part === null
  useEffect(() => {
    if (!isMissing) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = AGAIN_AFTER_MS
    function fetchIt(): void {
      load().then(
        (loaded) => {
          fetched.set(load, loaded)
          if (!signal.aborted) setPart(loaded)
        },
        () => {
          if (signal.aborted) return
          timer = setTimeout(fetchIt, pause)
          pause = Math.min(pause * 2, AGAIN_AFTER_MOST_MS)
        },
      )
    }
    const fetchNow = (): void => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      fetchIt()
    }
    window.addEventListener('online', fetchNow, { signal })
    fetchIt()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [load, isMissing])
  return isWanted ? part : null
}
