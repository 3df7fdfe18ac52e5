import { useCallback, useState } from 'react'

export function useHeight(): [ref: (element: HTMLElement | null) => (() => void) | undefined, heightPx: number] {
  const [height, setHeight] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, height]
}
