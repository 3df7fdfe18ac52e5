import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the bottom within which new messages scroll into view (CSS px, spec 9). */
const AUTO_SCROLL_WITHIN_PX = 100

/** Events by which a person scrolls up. Each function returns false for other uses of its event. */
const HANDS = {
  wheel: (event: Event) => event instanceof WheelEvent && event.deltaY < 0,
  touchmove: () => true,
  // Only a press on the scroll bar scrolls, and not a press on the list.
  pointerdown: (event: Event) => event.target === event.currentTarget,
  keydown: (event: Event) => event instanceof KeyboardEvent && ['ArrowUp', 'PageUp', 'Home'].includes(event.key),
} as const satisfies Record<string, (event: Event) => boolean>

export interface Following {
  /** Last position in view before new messages arrived below; null without new messages. */
  newAfterSeq: number | null
  onScroll: () => void
  follow: () => void
  /** Stops following. Call it before a jump, so that the list stays at its target. */
  leave: () => void
}

/**
 * Keeps the newest message in view near the bottom (100 px, spec 9), and after the person's own message. Only scrolling
 * up by the person ends this. Measured rows, bars and inserted rows also move the list, but do not end it.
 */
export function useFollowNewMessages(
  box: RefObject<HTMLElement | null>,
  lastKey: string | undefined,
  lastIsOwn: boolean,
  lastSeq: number,
): Following {
  const isNear = useRef(true)
  const last = useRef({ top: 0, content: 0, viewport: 0 })
  /** True when the person caused the next scroll event. */
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
    // The effect must run only for a new last row.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [lastKey])

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    // The end stays in view when rows are measured, the keyboard opens or the text field grows.
    const observer = new ResizeObserver(() => {
      if (isNear.current) element.scrollTop = element.scrollHeight
      last.current = measureScroll(element)
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
    const { top, content, viewport } = measureScroll(element)
    const before = last.current
    const isResized = content !== before.content || viewport !== before.viewport
    const isMoved = top < before.top && (isByHand.current || !isResized)
    last.current = { top, content, viewport }
    isByHand.current = false
    if (content - top - viewport <= AUTO_SCROLL_WITHIN_PX) arrive()
    else if (isMoved) isNear.current = false
    // The content changed its size without a scroll by the person, so the end may be further down.
    if (isNear.current && isResized && !isMoved) element.scrollTop = content
  }

  const leave = (): void => {
    isNear.current = false
  }
  return { newAfterSeq, onScroll, follow, leave }
}

function measureScroll({ scrollTop, scrollHeight, clientHeight }: HTMLElement): {
  top: number
  content: number
  viewport: number
} {
  return { top: scrollTop, content: scrollHeight, viewport: clientHeight }
}
