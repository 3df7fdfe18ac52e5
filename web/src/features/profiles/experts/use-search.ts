import { useCallback, useEffect, useRef, useState } from 'react'

import { LIMITS } from '@kundig/contract/limits'

/** How long typing rests before the text is searched for (ms, spec 9). */
const DEBOUNCE_MS = 100

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
  const [query, setQuery] = useState('')
  const ask = useCallback((next: string) => {
    setQuery(next)
    return true
  }, [])
  return useSearchOf(query, ask)
}

/**
 * The same for a query that is kept elsewhere, such as in the address. When it changes there by itself, as by going
 * back, the text follows.
 * @param ask puts a query there, which may take its time; false where it cannot now, and is to be asked again later
 */
export function useSearchOf(query: string, ask: (query: string) => boolean): Search {
  const [text, setText] = useState(query)
  /** What was asked and has not come back as the query yet. */
  const asked = useRef<string[]>([])
  const latest = useRef({ query, ask })
  const followed = useRef(query)
  useEffect(() => {
    latest.current = { query, ask }
  })

  const put = useCallback((next: string): boolean => {
    if (next === (asked.current.at(-1) ?? latest.current.query)) return true
    // Before it is asked: it may come back as the query at once.
    asked.current.push(next)
    if (latest.current.ask(next)) return true
    asked.current.pop()
    return false
  }, [])

  useEffect(() => {
    if (followed.current === query) return
    followed.current = query
    const place = asked.current.indexOf(query)
    if (place >= 0) {
      asked.current.splice(0, place + 1)
      return
    }
    asked.current = []
    setText((shown) => (wantedOf(shown) === query ? shown : query))
  }, [query])

  const wanted = wantedOf(text)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const askLater = (): void => {
      timer = setTimeout(() => {
        if (!put(wanted)) askLater()
      }, DEBOUNCE_MS)
    }
    askLater()
    return () => clearTimeout(timer)
  }, [wanted, put])
  const flush = useCallback(() => void put(wanted), [wanted, put])
  const clear = useCallback(() => {
    setText('')
    put('')
  }, [put])
  return { text, setText, query, flush, clear }
}

function wantedOf(text: string): string {
  return text.trim().slice(0, LIMITS.searchMax)
}
