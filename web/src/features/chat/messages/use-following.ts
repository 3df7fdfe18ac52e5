import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How near to the bottom a person may be for new messages to scroll into view (CSS px, spec 9). */
const AUTO_SCROLL_WITHIN_PX = 100

/** The events by which a person scrolls up, each with a test that tells it from other uses. */
const HANDS = {
  wheel: (event: Event) => event instanceof WheelEvent && event.deltaY < 0,
  touchmove: () => true,
  // The scroll bar: presses within the list have other reasons.
  pointerdown: (event: Event) => event.target === event.currentTarget,
  keydown: (event: Event) => event instanceof KeyboardEvent && ['ArrowUp', 'PageUp', 'Home'].includes(event.key),
} as const satisfies Record<string, (event: Event) => boolean>

export interface Following {
  /** The last place that was in view when something new came below; null while there is nothing new below. */
  newAfterSeq: number | null
  onScroll: () => void
  follow: () => void
}

/**
 * Keeps the newest message in view while the person is near it (spec 9: within 100 px), and always after a message of
 * their own. The list also moves when rows are measured, bars appear or rows are inserted, so that only a movement
 * upwards by the person ends the following.
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
  const last = useRef({ top: 0, content: 0, viewport: 0 })
  /** Whether the next scroll event is the person's. */
  const isByHand = useRef(false)
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
    // When rows are measured, the keyboard opens or the text field grows, the end stays in view.
    const observer = new ResizeObserver(() => {
      if (isNear.current) element.scrollTop = element.scrollHeight
      last.current = placeOf(element)
    })
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    const listening = new AbortController()
    const { signal } = listening
    for (const [kind, isUpwards] of Object.entries(HANDS)) {
      const note = (event: Event): void => {
        if (isUpwards(event)) isByHand.current = true
      }
      element.addEventListener(kind, note, { signal, passive: true })
    }
    return () => {
      observer.disconnect()
      listening.abort()
    }
  }, [box])

  const onScroll = (): void => {
    const element = box.current
    if (!element) return
    const { top, content, viewport } = placeOf(element)
    const before = last.current
    const isResized = content !== before.content || viewport !== before.viewport
    const isMoved = top < before.top && (isByHand.current || !isResized)
    last.current = { top, content, viewport }
    isByHand.current = false
    if (content - top - viewport <= AUTO_SCROLL_WITHIN_PX) arrive()
    else if (isMoved) isNear.current = false
    // The browser moved the view because there is less to scroll; the end may be further down by now.
    if (isNear.current && isResized && !isMoved) element.scrollTop = content
  }

  return { newAfterSeq, onScroll, follow }
}

/** How far an element is scrolled, and the heights of its content and of itself (px). */
function placeOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): {
  top: number
  content: number
  viewport: number
} {
  return { top: scrollTop, content: scrollHeight, viewport: clientHeight }
}
