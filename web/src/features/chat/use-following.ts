import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { PIXELS } from '@kundig/contract/limits'

export interface Following {
  /** False when something new came below while the person was reading further up. */
  isFollowing: boolean
  onScroll: () => void
  /** Goes to the newest message. */
  follow: () => void
}

/**
 * Keeps the newest message in view while the person is near it (spec 9: within 100 px), and always for a
 * message of their own. Rows are measured as they appear, so the end moves while one gets there: only a
 * movement upwards, which only a person makes, ends the following.
 * @param lastKey changes when a row is added at the end
 */
export function useFollowing(
  box: RefObject<HTMLElement | null>,
  lastKey: string | undefined,
  lastIsOwn: boolean,
): Following {
  const isNear = useRef(true)
  const lastTop = useRef(0)
  const [isFollowing, setIsFollowing] = useState(true)

  const follow = (): void => {
    isNear.current = true
    setIsFollowing(true)
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }

  useLayoutEffect(() => {
    if (isNear.current || lastIsOwn) follow()
    else setIsFollowing(false)
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
      isNear.current = true
      setIsFollowing(true)
    } else if (scrollTop < lastTop.current) {
      isNear.current = false
    }
    lastTop.current = scrollTop
  }

  return { isFollowing, onScroll, follow }
}
