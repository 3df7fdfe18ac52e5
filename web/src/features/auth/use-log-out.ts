import { useCallback, useState } from 'react'

import { signOut } from './auth-client.ts'
import { useForgetSession } from './session.queries.ts'

/** How long news of the session's end may still be on its way to this tab (ms). */
const NEWS_UNDER_WAY_MS = 1500

let leaving = false

/**
 * Whether this tab is logging out by its own wish. The server then also announces the session's end to
 * this tab, which is no news worth telling.
 */
export function isLoggingOut(): boolean {
  return leaving
}

/**
 * Logs out: the server first, then this tab, so that nobody believes to be logged out who is not.
 * @param leave goes to a screen that is open to visitors; the session is forgotten only there, because a
 * guarded screen would redirect
 * @returns `logOut`, which throws a `Refusal` when the server could not be told, and whether it is busy
 */
export function useLogOut(leave: () => Promise<void>): { logOut: () => Promise<void>; busy: boolean } {
  const forget = useForgetSession()
  const [busy, setBusy] = useState(false)
  const logOut = useCallback(async () => {
    setBusy(true)
    leaving = true
    try {
      await signOut()
      await leave()
      forget()
    } finally {
      setBusy(false)
      setTimeout(() => (leaving = false), NEWS_UNDER_WAY_MS)
    }
  }, [forget, leave])
  return { logOut, busy }
}
