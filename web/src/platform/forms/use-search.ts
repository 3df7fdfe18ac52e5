import { useCallback, useEffect, useRef, useState } from 'react'

import { LIMITS } from '@kundig/contract/limits'

/** Pause in typing after which a search for experts starts (ms, spec 9). */
const DEBOUNCE_MS = 100

export interface Search {
  text: string
  setText: (text: string) => void
  /** Search text after trimming and debouncing (spec 5). */
  query: string
  flush: () => void
  clear: () => void
}

export function useSearch(): Search {
  const [query, setQuery] = useState('')
  const ask = useCallback((next: string) => {
    setQuery(next)
    return true
  }, [])
  return useControlledSearch(query, ask)
}

/**
 * Search field whose query is stored by the caller, for example in the address. If the caller changes the query, such
 * as by Back, the text of the field changes too.
 * @param ask sets the query, possibly later; returns false if the field must call `ask` again
 * @param debounceMs pause in typing after which `ask` is called
 */
export function useControlledSearch(
  query: string,
  ask: (query: string) => boolean,
  debounceMs: number = DEBOUNCE_MS,
): Search {
  const [text, setText] = useState(query)
  const asked = useRef<string[]>([])
  const latest = useRef({ query, ask })
  const followed = useRef(query)
  useEffect(() => {
    latest.current = { query, ask }
  })

  const put = useCallback((next: string): boolean => {
    if (next === (asked.current.at(-1) ?? latest.current.query)) return true
    // Records the text before `ask`, which may change the query immediately.
    asked.current.push(next)
    if (latest.current.ask(next)) return true
    asked.current.pop()
    return false
  }, [])

  useEffect(() => {
    if (followed.current === query) return
    followed.current = query
    const position = asked.current.indexOf(query)
    if (position >= 0) {
      asked.current.splice(0, position + 1)
      return
    }
    asked.current = []
    setText((shown) => (normalizeQuery(shown) === query ? shown : query))
  }, [query])

  const normalized = normalizeQuery(text)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const askLater = (): void => {
      timer = setTimeout(() => {
        if (!put(normalized)) askLater()
      }, debounceMs)
    }
    askLater()
    return () => clearTimeout(timer)
  }, [normalized, put, debounceMs])
  const flush = useCallback(() => void put(normalized), [normalized, put])
  const clear = useCallback(() => {
    setText('')
    put('')
  }, [put])
  return { text, setText, query, flush, clear }
}

function normalizeQuery(text: string): string {
  return text.trim().slice(0, LIMITS.searchMax)
}
