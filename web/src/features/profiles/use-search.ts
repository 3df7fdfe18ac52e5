import { useCallback, useEffect, useState } from 'react'

import { DURATIONS, LIMITS } from '@kundig/contract/limits'

/** What a search box needs: the text as typed, and the query to ask with. */
export interface Search {
  /** As typed. */
  text: string
  setText: (text: string) => void
  /** Trimmed, and at rest for the debounce time (spec 5). */
  query: string
  /** Asks at once, without waiting for the typing to rest. */
  flush: () => void
  clear: () => void
}

/** A search text and, debounced by 100 ms and trimmed, the query that follows it. */
export function useSearch(): Search {
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  const wanted = text.trim().slice(0, LIMITS.searchMax)
  useEffect(() => {
    const timer = setTimeout(() => setQuery(wanted), DURATIONS.searchDebounceMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const flush = useCallback(() => setQuery(wanted), [wanted])
  const clear = useCallback(() => {
    setText('')
    setQuery('')
  }, [])
  return { text, setText, query, flush, clear }
}
