import { type RefObject, useEffect, useRef } from 'react'

/**
 * Passes the focus of a removed button on to another part of its message, or else to the list. React fires no blur for
 * an element that it removes.
 * @param next selector of that part
 * @returns props of the button
 */
export function usePassedFocus(next: string): {
  ref: RefObject<HTMLButtonElement | null>
  onFocus: () => void
  onBlur: () => void
} {
  const ref = useRef<HTMLButtonElement>(null)
  const hasFocus = useRef(false)
  useEffect(() => {
    const row = ref.current?.closest('[data-seq]')
    const log = ref.current?.closest<HTMLElement>('[role=log]')
    return () => {
      if (!hasFocus.current || document.activeElement !== document.body) return
      const part = row?.isConnected ? row.querySelector<HTMLElement>(next) : null
      const target = part ?? log
      target?.focus({ preventScroll: true })
    }
  }, [next])
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
