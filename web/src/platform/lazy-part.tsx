import { type ComponentType, createElement, type ReactNode, use, useEffect, useRef, useState } from 'react'

import { isServerReachable, recordReload } from './releases/release.ts'
import { isReloadPrevented } from './releases/reload-guard.ts'

export class MissingPart extends Error {
  /**
   * Fetches the part again. If only the part is missing (a later release, or a cached failure), reloads the page.
   * @returns true when it is loaded
   */
  readonly fetchAgain: () => Promise<boolean>

  constructor(cause: unknown, fetchAgain: () => Promise<boolean>) {
    super('A part of the application could not be fetched', { cause })
    this.name = 'MissingPart'
    this.fetchAgain = fetchAgain
  }
}

export type LazyPart<Props extends object> = ((props: Props) => ReactNode) & {
  /** Fetches the part, also after a failure. Never rejects. */
  preload: () => Promise<void>
}

/** Component whose code is loaded on first use. Unlike React's `lazy`, it throws `MissingPart`, which can retry. */
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
    // The network may have returned since.
    await preload()
    if (part) return true
    if (!isReloadPrevented()) {
      recordReload()
      window.location.reload()
    }
    return false
  }
  function Part(props: Props) {
    // On resuming, React expects the same promise.
    if (awaited || !(part ?? missing)) use((awaited ??= preload()))
    if (missing) throw missing
    return part ? createElement(part, props) : null
  }
  return Object.assign(Part, { preload })
}

/** Retries a missing part on request and when the browser comes online. @param part null when nothing is missing */
export function useFetchAgain(
  part: MissingPart | null,
  onThere: () => void,
): { busy: boolean; fetchAgain: () => void } {
  const [busy, setBusy] = useState(false)
  // A ref, because `busy` is outdated between the end of a try and the next render.
  const isUnderWay = useRef(false)
  // Tries again if the network returned during a try that began without it.
  const isOnceMore = useRef(false)
  const fetchAgain = (): void => {
    if (!part) return
    if (isUnderWay.current) {
      isOnceMore.current = true
      return
    }
    isUnderWay.current = true
    setBusy(true)
    void part.fetchAgain().then((isThere) => {
      isUnderWay.current = false
      setBusy(false)
      if (isThere) onThere()
      else if (isOnceMore.current) {
        isOnceMore.current = false
        fetchAgain()
      }
    })
  }
  useEffect(() => {
    window.addEventListener('online', fetchAgain)
    return () => window.removeEventListener('online', fetchAgain)
  })
  return { busy, fetchAgain }
}
