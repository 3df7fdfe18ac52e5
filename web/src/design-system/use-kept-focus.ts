import { useEffect, useRef } from 'react'

/** Takes the focus of a removed descendant, such as a dialog's button. @returns props; needs `tabIndex={-1}` */
export function useKeptFocus<Kept extends HTMLElement>() {
  const ref = useRef<Kept>(null)
  const hasFocus = useRef(false)
  useEffect(() => {
    const kept = ref.current
    if (!kept) return undefined
    // React fires no blur for elements that it removes, so the flag is still set.
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
