import { type RefObject, useLayoutEffect, useRef } from 'react'

import { type Attachment, canRetry } from './attachment.ts'

/** Scrolls the list of files, but not the page, to a new failure or question. Prefers failures that can be retried. */
export function useScrollToFailure(files: readonly Attachment[], list: RefObject<HTMLElement | null>): void {
  const known = useRef<ReadonlySet<string>>(new Set())
  useLayoutEffect(() => {
    const failed = files.filter(({ state }) => state.status === 'failed' || state.status === 'asking')
    const fresh = failed.filter(({ id }) => !known.current.has(id))
    known.current = new Set(failed.map(({ id }) => id))
    const shown = fresh.find(({ state }) => state.status !== 'failed' || canRetry(state.code)) ?? fresh[0]
    const row = shown && list.current?.children[files.indexOf(shown)]
    if (!row || !list.current) return
    const [frame, place] = [list.current.getBoundingClientRect(), row.getBoundingClientRect()]
    const top = Math.max(0, place.bottom - frame.bottom) + Math.min(0, place.top - frame.top)
    if (top !== 0) list.current.scrollBy({ top, behavior: 'instant' })
  }, [files, list])
}
