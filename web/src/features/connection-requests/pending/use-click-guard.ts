import { type MouseEvent, useLayoutEffect, useRef } from 'react'

/** Period after a move of entries in which the list ignores clicks (ms). */
const GUARD_MS = 500

/** True when an existing entry moved down. Entries that move up after a removal do not count. */
export function hasMovedDown(before: readonly string[], after: readonly string[]): boolean {
  return after.some((id, place) => before.slice(0, place).includes(id))
}

/** Ignores clicks on entries that a new entry has just moved. Keyboard clicks pass: the focus moves with the entry. */
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
