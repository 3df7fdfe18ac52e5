import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/**
 * A pause before something may be done again, counted down by the second.
 * @param seconds how long it lasts; it starts at once
 * @returns the seconds that are left (0: go ahead), and `restart`
 */
export function usePause(seconds: number): { left: number; restart: () => void } {
  const [until, setUntil] = useState(() => Date.now() + seconds * SECOND_MS)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const tick = (): void => setLeft(Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS)))
    tick()
    // By the clock, not by the count of ticks: a tab in the background ticks late.
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [until])
  return { left, restart: () => setUntil(Date.now() + seconds * SECOND_MS) }
}
