import { useEffect, useRef } from 'react'

import { useFocusFlag } from '../../../design-system/use-focus-flag.ts'

/**
 * Moves the focus of a removed button to another part of its message, or else to the list.
 * @param next selector of the part that gets the focus
 * @returns props of the button
 */
export function useRefocusOnRemoval(next: string) {
  const ref = useRef<HTMLButtonElement>(null)
  const { hadFocus, handlers } = useFocusFlag()
  useEffect(() => {
    const row = ref.current?.closest('[data-seq]')
    const log = ref.current?.closest<HTMLElement>('[role=log]')
    return () => {
      if (!hadFocus() || document.activeElement !== document.body) return
      const part = row?.isConnected ? row.querySelector<HTMLElement>(next) : null
      const target = part ?? log
      target?.focus({ preventScroll: true })
    }
  }, [next, hadFocus])
  return { ref, ...handlers }
}
