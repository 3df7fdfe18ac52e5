import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/** Counts a pause down by the second. @param running starts it immediately, not only by `restart` */
export function usePause(seconds: number, running: boolean): { left: number; restart: () => void } {
  const [until, setUntil] = useState(() => (running ? Date.now() + seconds * SECOND_MS : 0))
  const [left, setLeft] = useState(running ? seconds : 0)
  useEffect(() => {
    if (until === 0) return undefined
    const tick = (): void => setLeft(Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS)))
    tick()
    // Uses the clock, not a count of ticks: background tabs tick late.
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [until])

  function restart(): void {
    setUntil(Date.now() + seconds * SECOND_MS)
    setLeft(seconds)
  }

  return { left, restart }
}
