import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { PIXELS } from '@kundig/contract/limits'

export interface Following {
  /** The last place that was in view when something new came below; null while there is nothing new below. */
  newAfterSeq: number | null
  onScroll: () => void
  /** Goes to the newest message. */
  follow: () => void
}

/**
 * Keeps the newest message in view while the person is near it (spec 9: within 100 px), and always for a
 * message of their own. Rows are measured as they appear, so the end moves while one gets there: only a
 * movement upwards, which only a person makes, ends the following.
 * @param lastKey changes when a row is added at the end
 * @param lastSeq the place of the last stored message
 */
export function useFollowing(
  box: RefObject<HTMLElement | null>,
  lastKey: string | undefined,
  lastIsOwn: boolean,
  lastSeq: number,
): Following {
  const isNear = useRef(true)
  const lastTop = useRef(0)
  const seenSeq = useRef(lastSeq)
  const [newAfterSeq, setNewAfterSeq] = useState<number | null>(null)

  const arrive = (): void => {
    isNear.current = true
    seenSeq.current = lastSeq
    setNewAfterSeq(null)
  }
  const follow = (): void => {
    arrive()
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }

  useLayoutEffect(() => {
    if (isNear.current || lastIsOwn) follow()
    else setNewAfterSeq(seenSeq.current)
    // Only a new last row moves the view.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [lastKey])

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    // Rows get their height, the keyboard opens, the text field grows: the end stays in view.
    const observer = new ResizeObserver(() => {
      if (isNear.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [box])

  const onScroll = (): void => {
    const element = box.current
    if (!element) return
    const { scrollTop, scrollHeight, clientHeight } = element
    const isAtEnd = scrollHeight - scrollTop - clientHeight <= PIXELS.autoScrollWithin
    if (isAtEnd) {
      arrive()
    } else if (scrollTop < lastTop.current) {
      isNear.current = false
    }
    lastTop.current = scrollTop
  }

  return { newAfterSeq, onScroll, follow }
}
