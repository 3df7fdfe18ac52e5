import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/**
 * A pause before something may be done again, counted down by the second.
 * @param seconds how long it lasts
 * @param running whether it starts at once, or only by `restart`
 * @returns the seconds that are left (0: go ahead), and `restart`
 */
export function usePause(seconds: number, running: boolean): { left: number; restart: () => void } {
  const [until, setUntil] = useState(() => (running ? Date.now() + seconds * SECOND_MS : 0))
  const [left, setLeft] = useState(running ? seconds : 0)
  useEffect(() => {
    if (until === 0) return undefined
    const tick = (): void => setLeft(Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS)))
    tick()
    // By the clock, not by the count of ticks: a tab in the background ticks late.
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [until])

  function restart(): void {
    setUntil(Date.now() + seconds * SECOND_MS)
    setLeft(seconds)
  }

  return { left, restart }
}
