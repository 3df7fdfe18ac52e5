import { type RefCallback, useCallback, useEffect, useRef } from 'react'

/** How far below the screen the end of a list may be when the next page is fetched (px). */
const NEAR_PX = 600

/**
 * Calls `onNear` when the element that gets the ref comes near the screen.
 * @param enabled false while there is nothing (more) to do
 */
export function useNearEnd(enabled: boolean, onNear: () => void): RefCallback<HTMLElement> {
  const latest = useRef(onNear)
  useEffect(() => {
    latest.current = onNear
  })
  return useCallback(
    (element) => {
      if (!element || !enabled) return undefined
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (entry?.isIntersecting) latest.current()
        },
        { rootMargin: `${NEAR_PX}px` },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [enabled],
  )
}
