import { type MouseEvent, useLayoutEffect, useRef } from 'react'

/** How long a list that gave way to a new entry takes no press: it was meant for what stood there before (ms). */
const GUARD_MS = 500

/** Whether an entry that was there already has moved down. Going up is no surprise: something was taken away. */
export function hasMovedDown(before: readonly string[], after: readonly string[]): boolean {
  return after.some((id, place) => before.slice(0, place).includes(id))
}

/**
 * Keeps people from pressing what was pushed under their finger by a new entry above it. Keys and screen readers
 * are not concerned: the focus moves with its entry.
 * @param ids the ids of the entries, in order
 * @returns `onClickCapture`, for the list
 */
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
