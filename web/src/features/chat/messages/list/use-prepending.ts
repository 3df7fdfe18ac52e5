/* oxlint-disable react/refs -- it must hold for exactly one render; state would tell a render late */
import { useLayoutEffect, useRef } from 'react'

/** True when this render adds rows at the start, and the view must keep its distance from the end. */
export function useIsPrepending(firstSeq: number | undefined): boolean {
  const shown = useRef(firstSeq)
  useLayoutEffect(() => {
    shown.current = firstSeq
  }, [firstSeq])
  const before = shown.current
  return firstSeq !== undefined && before !== undefined && firstSeq < before
}
