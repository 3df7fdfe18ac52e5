import {
  type ComponentType,
  createElement,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

import { isServerReachable, recordReload } from './releases/release.ts'
import { isReloadPrevented } from './releases/reload-guard.ts'

/** Retries after the event `online` and the pause before each (ms). The event can come before the network works. */
const RETRIES_ONLINE = 3
const RETRY_PAUSE_MS = 1000

export class MissingPart extends Error {
  /**
   * Fetches the part again. Reloads the page if the server answers but the part is missing: the server has a later
   * release, or the browser has cached the failure.
   * @returns true when the part is loaded
   */
  readonly fetchAgain: () => Promise<boolean>

  constructor(cause: unknown, fetchAgain: () => Promise<boolean>) {
    super('A part of the application could not be fetched', { cause })
    this.name = 'MissingPart'
    this.fetchAgain = fetchAgain
  }
}

export type LazyPart<Props extends object> = ((props: Props) => ReactNode) & {
  /** Fetches the part, or retries after a failure. Never rejects. */
  preload: () => Promise<void>
}

/** Creates a component whose code loads on first use. A failure throws `MissingPart`, which has a retry. */
export function createLazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let part: ComponentType<Props> | undefined
  let missing: MissingPart | undefined
  let fetching: Promise<void> | undefined
  let awaited: Promise<void> | undefined

  const preload = (): Promise<void> => {
    if (part) return Promise.resolve()
    fetching ??= fetchPart()
    return fetching
  }
  const fetchPart = async (): Promise<void> => {
    try {
      part = await load()
      missing = undefined
    } catch (error) {
      missing = new MissingPart(error, fetchAgain)
      fetching = undefined
    }
  }
  const fetchAgain = async (): Promise<boolean> => {
    await preload()
    if (part) return true
    if (!(await isServerReachable())) return false
    // Fetches once more, because the network may have returned during the check.
    await preload()
    if (part) return true
    if (!isReloadPrevented()) {
      recordReload()
      window.location.reload()
      // Stays busy until the new page replaces this one: a retry would restart the reload.
      return new Promise(() => undefined)
    }
    return false
  }
  function LazyComponent(props: Props) {
    // Keeps the promise, because React expects an identical promise when it resumes the render.
    if (awaited || !(part ?? missing)) use((awaited ??= preload()))
    if (missing) throw missing
    return part ? createElement(part, props) : null
  }
  return Object.assign(LazyComponent, { preload })
}

/** Retries a missing part on request and after the browser comes online. @param part null without a missing part */
export function usePartRetry(part: MissingPart | null, onThere: () => void): { busy: boolean; fetchAgain: () => void } {
  const [busy, setBusy] = useState(false)
  const [retriesLeft, setRetriesLeft] = useState(0)
  // A ref, unlike `busy`, is already up to date between the end of a fetch and the next render.
  const isUnderWay = useRef(false)
  const fetchAgain = (): void => {
    if (!part || isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    void part.fetchAgain().then((isThere) => {
      isUnderWay.current = false
      setBusy(false)
      if (!isThere) return
      setRetriesLeft(0)
      onThere()
    })
  }
  const onOnline = useEffectEvent(() => {
    if (!part) return
    setRetriesLeft(RETRIES_ONLINE)
    fetchAgain()
  })
  const retry = useEffectEvent(() => {
    setRetriesLeft(retriesLeft - 1)
    fetchAgain()
  })
  useEffect(() => {
    const listener = (): void => onOnline()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [])
  useEffect(() => {
    if (busy || retriesLeft === 0) return undefined
    const timer = setTimeout(() => retry(), RETRY_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [busy, retriesLeft])
  return { busy, fetchAgain }
}
