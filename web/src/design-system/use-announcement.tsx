import { type ReactNode, useCallback, useState } from 'react'

/** Returns a live region's content. Each `announce` replaces the node, so that repeated words are spoken again. */
export function useAnnouncement(): [announced: ReactNode, announce: (text: string) => void] {
  const [{ text, count }, set] = useState({ text: '', count: 0 })
  const announce = useCallback((next: string) => set((last) => ({ text: next, count: last.count + 1 })), [])
  return [<span key={count}>{text}</span>, announce]
}
