import { type RefObject, useLayoutEffect, useState } from 'react'

/** True from a text's second line until the text is empty. Otherwise the value could flip in a wider field. */
export function useIsMultiline(area: RefObject<HTMLTextAreaElement | null>, content: string): boolean {
  const [isBeyond, setIsBeyond] = useState(false)
  if (isBeyond && content === '') setIsBeyond(false)
  useLayoutEffect(() => {
    // An empty field is as high as its placeholder.
    if (!area.current || content === '') return
    const { offsetHeight } = area.current
    const oneLine = Number.parseFloat(getComputedStyle(area.current).minHeight)
    // oxlint-disable-next-line react/set-state-in-effect -- only the page knows where the text breaks, and before it shows
    if (offsetHeight > oneLine * 1.25) setIsBeyond(true)
  }, [area, content])
  return isBeyond
}
