import { type RefObject, useEffect } from 'react'

import { topModal } from '../../../design-system/layers/modal-stack.ts'

/** Wide screen with a mouse, probably with a real keyboard. A phone's keyboard would cover the messages. */
const DESK = '(width >= 48rem) and (hover: hover) and (pointer: fine)'

/** Focuses a field on wide screens once it is mounted, unless the person uses another control. */
export function useFocusOnOpening(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!window.matchMedia(DESK).matches) return undefined
    // Runs after the application's frame, which focuses the start of the screen whenever the address changes.
    const frame = requestAnimationFrame(() => {
      if (mayMoveFocus(document.activeElement)) field.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [field])
}

/** True when the focus is nowhere, or where opening a room leaves it; false in a dialog, a field or the bar. */
function mayMoveFocus(focused: Element | null): boolean {
  if (topModal.get() !== null || focused?.matches('input, textarea, select') === true) return false
  return focused === null || focused === document.body || focused.id === 'main' || focused.closest('#main nav') !== null
}
