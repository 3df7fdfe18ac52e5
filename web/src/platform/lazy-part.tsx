import { type ComponentType, createElement, type ReactNode, use, useEffect, useRef, useState } from 'react'

import { isPageHeld } from './releases/page-holds.ts'
import { isServerThere, noteReload } from './releases/release.ts'

/** A part of the application could not be fetched. */
export class MissingPart extends Error {
  /**
   * Fetches the part anew. Where the server is there and the part is not, because a later release has other parts or
   * the browser does not ask a second time, the page is loaded anew.
   * @returns whether it is there now
   */
  readonly fetchAgain: () => Promise<boolean>

  constructor(cause: unknown, fetchAgain: () => Promise<boolean>) {
    super('A part of the application could not be fetched', { cause })
    this.name = 'MissingPart'
    this.fetchAgain = fetchAgain
  }
}

export type LazyPart<Props extends object> = ((props: Props) => ReactNode) & {
  /** Fetches the part; one that was out of reach is fetched anew. Never rejects. */
  preload: () => Promise<void>
}

/**
 * A component whose code is fetched when it is first wanted. Other than with React's `lazy`, a part that could not be
 * fetched can be fetched anew: rendering throws `MissingPart`, which knows how.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
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
    if (!(await isServerThere())) return false
    // The network may have come back since.
    await preload()
    if (part) return true
    if (!isPageHeld()) {
      noteReload()
      window.location.reload()
    }
    return false
  }
  function Part(props: Props) {
    // React expects the same promise when it resumes, although the part is there by then.
    if (awaited || !(part ?? missing)) use((awaited ??= preload()))
    if (missing) throw missing
    return part ? createElement(part, props) : null
  }
  return Object.assign(Part, { preload })
}

/**
 * Fetches a missing part anew when asked to, and when the browser comes online.
 * @param part null where nothing is missing
 * @param onThere called once it is there
 */
export function useFetchAgain(
  part: MissingPart | null,
  onThere: () => void,
): { busy: boolean; fetchAgain: () => void } {
  const [busy, setBusy] = useState(false)
  // Other than `busy`, which is of the last rendering: what comes between the end of a try and the next rendering counts.
  const isUnderWay = useRef(false)
  // The network may come back while a try is under way that began without it.
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
