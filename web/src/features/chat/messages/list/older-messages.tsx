import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { SpinnerRing } from '../../../../design-system/spinner.tsx'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { getCachedTimeline } from '../../cache/chat.queries.ts'
import { loadOlderMessages } from '../../cache/incoming.ts'
import { chatTexts } from '../../chat.messages.ts'

/** Distance from the top at which older messages load (CSS px, spec 9). */
export const LOAD_OLDER_WITHIN_PX = 100

export interface Older {
  state: 'idle' | 'loading' | 'failed'
  /** Loads a page of older messages, or waits for the page in progress. @returns false when no messages arrived */
  load: (limit?: number) => Promise<boolean>
}

export function useOlderMessages(roomId: string): Older {
  const queryClient = useQueryClient()
  const [state, setState] = useState<Older['state']>('idle')
  const loading = useRef<Promise<boolean>>(undefined)

  async function fetchPage(limit: number | undefined): Promise<boolean> {
    setState('loading')
    try {
      await loadOlderMessages(queryClient, roomId, limit)
      setState('idle')
      return true
    } catch {
      setState('failed')
      return false
    } finally {
      loading.current = undefined
    }
  }
  const load = async (limit?: number): Promise<boolean> => {
    const timeline = getCachedTimeline(queryClient, roomId)
    if (!loading.current && timeline?.hasOlder && timeline.messages.length > 0) loading.current = fetchPage(limit)
    return loading.current ?? false
  }
  return { state, load }
}

/** Loads older messages while the list is too short to scroll. Stops after an empty response or a failure. */
export function useLoadUntilScrollable(
  box: RefObject<HTMLElement | null>,
  firstSeq: number | undefined,
  { state, load }: Older,
): void {
  const askedAt = useRef<number>(undefined)
  useEffect(() => {
    const element = box.current
    if (!element || state !== 'idle') return undefined
    // The observer also reports once at the start, after layout.
    const observer = new ResizeObserver(() => {
      if (askedAt.current === firstSeq) return
      if (element.scrollHeight - element.clientHeight > LOAD_OLDER_WITHIN_PX) return
      askedAt.current = firstSeq
      void load()
    })
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
    // `load` is new at each render, but does the same until the first message changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [box, firstSeq, state])
}

export function OlderMessagesStatus({ older }: { older: Older }) {
  const texts = useTexts(chatTexts)
  if (older.state === 'idle') return null
  return (
    // The status overlays the messages, so that it does not move the text being read.
    <p
      role="status"
      className="absolute top-2 left-1/2 flex -translate-x-1/2 items-center gap-2 rounded-md bg-surface px-3 py-2 text-sm text-ink-2 shadow-2"
    >
      {older.state === 'loading' ? (
        <>
          <SpinnerRing size={16} />
          <span className="sr-only">{texts.loadingOlder}</span>
        </>
      ) : (
        <>
          {texts.olderFailed}
          <button type="button" className="text-link" onClick={() => void older.load()}>
            {texts.retry}
          </button>
        </>
      )}
    </p>
  )
}
