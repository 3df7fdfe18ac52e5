import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Moves a removed entry's focus to the heading of the next or last entry, or to `fallback`. @param ids in order */
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
      // Counts the remaining entries above the removed one, because several entries may be removed together.
      const left = before.current.slice(0, place).filter((id) => ids.includes(id)).length
      const entry = list.current?.children.item(Math.min(left, ids.length - 1))
      const heading = entry?.querySelector<HTMLElement>('h3') ?? fallback.current
      // Another element, such as a dialog, may already have the focus.
      if (document.activeElement === document.body || document.activeElement === null) heading?.focus()
    }
    before.current = ids
  })

  return {
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
