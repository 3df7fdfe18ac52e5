import type { KeyboardEvent } from 'react'

/** Index of the result that each key focuses. A negative index counts from the end, as in `at`. */
const STEPS: Readonly<Record<string, (place: number) => number>> = {
  ArrowUp: (place) => Math.max(0, place - 1),
  ArrowDown: (place) => place + 1,
  Home: () => 0,
  End: () => -1,
}

/** Moves the focus among the result buttons (`data-found`) of one search. */
export function moveFocusAmongResults(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  const results = listResults(event.currentTarget)
  results.at(step(results.findIndex((result) => result === event.currentTarget)))?.focus()
}

export function focusFirstResult(element: HTMLElement): void {
  listResults(element)[0]?.focus()
}

function listResults(element: HTMLElement): HTMLElement[] {
  return [...(element.closest('[data-search]')?.querySelectorAll<HTMLElement>('[data-found]') ?? [])]
}
