import { type ReactNode, useCallback, useState } from 'react'

/** Content of a live region. Each call of `announce` is spoken, even with the same words: it replaces the node. */
export function useAnnouncement(): [announced: ReactNode, announce: (text: string) => void] {
  const [{ text, count }, set] = useState({ text: '', count: 0 })
  const announce = useCallback((next: string) => set((last) => ({ text: next, count: last.count + 1 })), [])
  return [<span key={count}>{text}</span>, announce]
}
