import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the keyboard's place in a list whose entries may vanish, by one's own hand or by a live event. When
 * the entry that held the focus goes, the focus moves to the heading of the entry that takes its place, else
 * of the last one, else to `fallback`.
 * @param ids the ids of the entries, in order; each entry is an `li` with a focusable heading in it
 */
export function useFocusAfterRemoval(
  ids: readonly string[],
  list: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
) {
  const held = useRef<string | null>(null)
  const before = useRef(ids)

  useLayoutEffect(() => {
    const place = held.current === null ? -1 : before.current.indexOf(held.current)
    const gone = place !== -1 && !ids.includes(held.current ?? '')
    if (gone) {
      held.current = null
      // Neighbours may have gone in the same moment, so that the place is counted in what is left.
      const left = before.current.slice(0, place).filter((id) => ids.includes(id)).length
      const entry = list.current?.children.item(Math.min(left, ids.length - 1))
      const heading = entry?.querySelector<HTMLElement>('h3') ?? fallback.current
      // The person may already be somewhere else, such as in a dialog.
      if (document.activeElement === document.body || document.activeElement === null) heading?.focus()
    }
    before.current = ids
  })

  return {
    /** Goes on each entry. */
    trackFocus: (id: string) => ({
      onFocus: () => {
        held.current = id
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) held.current = null
      },
    }),
  }
}
