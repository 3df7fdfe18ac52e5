import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/** Counts down the seconds of a pause. @param running true to start immediately, not only by `restart` */
export function useCountdown(seconds: number, running: boolean): { left: number; restart: () => void } {
  const [until, setUntil] = useState(() => (running ? Date.now() + seconds * SECOND_MS : 0))
  const [left, setLeft] = useState(running ? seconds : 0)
  useEffect(() => {
    if (until === 0) return undefined
    const tick = (): void => setLeft(Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS)))
    tick()
    // Reads the clock, because timers of background tabs run late.
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [until])

  function restartCountdown(): void {
    setUntil(Date.now() + seconds * SECOND_MS)
    setLeft(seconds)
  }

  return { left, restart: restartCountdown }
}
