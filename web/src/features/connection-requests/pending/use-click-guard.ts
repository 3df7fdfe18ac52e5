import { type MouseEvent, useLayoutEffect, useRef } from 'react'

/** Time after a shift in which the list ignores presses (ms). */
const GUARD_MS = 500

/** True when an existing entry moved down; a move up follows a removal and is expected. */
export function hasMovedDown(before: readonly string[], after: readonly string[]): boolean {
  return after.some((id, place) => before.slice(0, place).includes(id))
}

/** Prevents presses on entries that a new one has just moved; keys and screen readers follow the focus. */
export function useClickGuard(ids: readonly string[]): { onClickCapture: (event: MouseEvent) => void } {
  const before = useRef(ids)
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    if (hasMovedDown(before.current, ids)) movedAt.current = performance.now()
    before.current = ids
  })
  return {
    onClickCapture: (event) => {
      const byPointer = event.detail > 0
      if (!byPointer || performance.now() - movedAt.current >= GUARD_MS) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
