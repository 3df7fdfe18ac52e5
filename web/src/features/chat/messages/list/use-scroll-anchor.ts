import { type RefObject, useLayoutEffect, useRef } from 'react'

export interface ScrollAnchor {
  onScroll: () => void
  /** Call after rows were measured and the list adjusted its scroll position. */
  onResize: () => void
  onScrollEnd: () => void
  /** Stops holding the position. Call it before a jump, which would otherwise be undone. */
  release: () => void
}

/**
 * Keeps the reading position while rows are inserted above. Until scrolling ends, the virtual list keeps its distance
 * from the end, so rows measured further down would move the view.
 */
export function useScrollAnchor(box: RefObject<HTMLElement | null>, isPrepending: boolean): ScrollAnchor {
  const held = useRef<{ row: Element; top: number }>(undefined)
  const hold = (): void => {
    held.current = box.current ? findLastRow(box.current) : undefined
  }
  useLayoutEffect(() => {
    if (isPrepending) hold()
  })
  const release = (): void => {
    held.current = undefined
  }
  return {
    release,
    onScroll: () => {
      if (held.current) hold()
    },
    onResize: () => {
      const element = box.current
      if (!element || !held.current?.row.isConnected) return
      const moved = measureTop(held.current.row, element) - held.current.top
      if (Math.abs(moved) >= 1) element.scrollBy({ top: moved, behavior: 'instant' })
    },
    onScrollEnd: release,
  }
}

/** Returns the last row that begins in the box, and its top (px). Rows inserted above it are not measured yet. */
function findLastRow(box: HTMLElement): { row: Element; top: number } | undefined {
  const rows = [...(box.lastElementChild?.children ?? [])].map((row) => ({ row, top: measureTop(row, box) }))
  return rows.findLast(({ top }) => top >= 0 && top < box.clientHeight)
}

function measureTop(row: Element, box: Element): number {
  return row.getBoundingClientRect().top - box.getBoundingClientRect().top
}
