import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How near to the bottom a person may be for new messages to scroll into view (CSS px, spec 9). */
const AUTO_SCROLL_WITHIN_PX = 100

/** What a person scrolls up by, each with what tells it from other uses. */
const HANDS = {
  wheel: (event: Event) => event instanceof WheelEvent && event.deltaY < 0,
  touchmove: () => true,
  // The scroll bar: what is within is pressed for reasons of its own.
  pointerdown: (event: Event) => event.target === event.currentTarget,
  keydown: (event: Event) => event instanceof KeyboardEvent && ['ArrowUp', 'PageUp', 'Home'].includes(event.key),
} as const satisfies Record<string, (event: Event) => boolean>

export interface Following {
  /** The last place that was in view when something new came below; null while there is nothing new below. */
  newAfterSeq: number | null
  onScroll: () => void
  /** Goes to the newest message. */
  follow: () => void
}

/**
 * Keeps the newest message in view while the person is near it (spec 9: within 100 px), and always for a
 * message of their own. The end moves as rows are measured, bars come and go and rows are put in before the last
 * one, and a smaller end takes the view up with it: only a movement upwards that a person makes ends the following.
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
  /** Whether the person has had a hand in what is scrolled next. */
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
    // Rows get their height, the keyboard opens, the text field grows: the end stays in view.
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
    // The browser moved the view, because there is less to scroll: the end may be further down by now.
    if (isNear.current && isResized && !isMoved) element.scrollTop = content
  }

  return { newAfterSeq, onScroll, follow }
}

/** How far a box is scrolled, and the heights of what is in it and of itself (px). */
function placeOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): {
  top: number
  content: number
  viewport: number
} {
  return { top: scrollTop, content: scrollHeight, viewport: clientHeight }
}
