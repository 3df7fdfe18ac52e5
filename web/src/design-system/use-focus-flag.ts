import { useCallback, useRef } from 'react'

/** Remembers whether an element contained the focus. React fires no blur when a focused descendant is removed. */
export function useFocusFlag() {
  const flag = useRef(false)
  return {
    hadFocus: useCallback(() => flag.current, []),
    handlers: {
      onFocus: () => {
        flag.current = true
      },
      onBlur: () => {
        flag.current = false
      },
    },
  }
}
