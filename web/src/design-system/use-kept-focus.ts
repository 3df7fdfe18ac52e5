import { useEffect, useRef } from 'react'

/**
 * Gives an element the focus when what had it is removed from it: a button, or a dialog whose button is gone.
 * @returns props for the element, which takes `tabIndex={-1}`
 */
export function useKeptFocus<Kept extends HTMLElement>() {
  const ref = useRef<Kept>(null)
  const hasFocus = useRef(false)
  useEffect(() => {
    const kept = ref.current
    if (!kept) return undefined
    // React reports no blur of what it removes itself: the flag then still stands.
    const observer = new MutationObserver(() => {
      if (hasFocus.current && document.activeElement === document.body) kept.focus({ preventScroll: true })
    })
    observer.observe(kept, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return {
    ref,
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: () => {
      hasFocus.current = false
    },
  }
}
