import { useEffect, useRef } from 'react'

import { useFocusFlag } from './use-focus-flag.ts'

/** Moves the focus of a removed descendant to the element. @returns props for an element with `tabIndex={-1}` */
export function useKeptFocus<Kept extends HTMLElement>() {
  const ref = useRef<Kept>(null)
  const { hadFocus, handlers } = useFocusFlag()
  useEffect(() => {
    const kept = ref.current
    if (!kept) return undefined
    const observer = new MutationObserver(() => {
      if (hadFocus() && document.activeElement === document.body) kept.focus({ preventScroll: true })
    })
    observer.observe(kept, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [hadFocus])
  return { ref, ...handlers }
}
