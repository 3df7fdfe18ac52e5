import { useEffect } from 'react'

import { client } from '../../../platform/api/client.ts'

/** Interval between presence reports of a visible tab (ms), slightly longer than the server's interval. */
const REPORT_INTERVAL_MS = 240_000

export function usePresenceReports(): void {
  useEffect(() => {
    const say = (): void => {
      if (!document.hidden) client.chat.active({}).catch(() => undefined)
    }
    say()
    const timer = setInterval(say, REPORT_INTERVAL_MS)
    document.addEventListener('visibilitychange', say)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', say)
    }
  }, [])
}
