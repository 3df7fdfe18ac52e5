import { type RefCallback, useCallback, useEffect, useRef } from 'react'

/** Distance between screen and end of the list at which the next page loads (px). */
const NEAR_PX = 600

/** Calls `onNear` when the ref's element comes near the screen. @param enabled false to stop watching */
export function useListEndObserver(enabled: boolean, onNear: () => void): RefCallback<HTMLElement> {
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
