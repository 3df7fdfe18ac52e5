import { type RefObject, useLayoutEffect, useRef } from 'react'

export interface HeldPlace {
  /** The view was moved, by the reader or by the list. */
  onScroll: () => void
  /** Rows got their heights, and the list has made up for it in its own way. */
  onResize: () => void
  onScrollEnd: () => void
}

/**
 * Holds what is being read where it is while rows come in above it. Until the view has come to rest the virtual list keeps its
 * distance from the end, so that rows further down which only now get their heights would move it.
 * @param isPrepending whether this render adds rows at the start
 */
export function useHeldPlace(box: RefObject<HTMLElement | null>, isPrepending: boolean): HeldPlace {
  const held = useRef<{ row: Element; top: number }>(undefined)
  const hold = (): void => {
    held.current = box.current ? lastRowIn(box.current) : undefined
  }
  useLayoutEffect(() => {
    if (isPrepending) hold()
  })
  return {
    onScroll: () => {
      if (held.current) hold()
    },
    onResize: () => {
      const element = box.current
      if (!element || !held.current?.row.isConnected) return
      const moved = topOf(held.current.row, element) - held.current.top
      if (Math.abs(moved) >= 1) element.scrollBy({ top: moved, behavior: 'instant' })
    },
    onScrollEnd: () => {
      held.current = undefined
    },
  }
}

/**
 * The last row that begins within the box, and how far from its top (px): those that came in are above it, and get their
 * heights only now.
 */
function lastRowIn(box: HTMLElement): { row: Element; top: number } | undefined {
  const rows = [...(box.lastElementChild?.children ?? [])].map((row) => ({ row, top: topOf(row, box) }))
  return rows.findLast(({ top }) => top >= 0 && top < box.clientHeight)
}

function topOf(row: Element, box: Element): number {
  return row.getBoundingClientRect().top - box.getBoundingClientRect().top
}
