import { useCallback, useRef } from 'react'

/** Notes the focus of an element or its descendants. The removal of a focused one changes nothing: React fires no blur for it. */
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
