import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { toast } from '../../design-system/toasts/toast.tsx'
import { toFailure } from '../../platform/api/failure.ts'
import { useErrorText } from '../../platform/i18n/texts.ts'
import { refreshSession, useForgetSession } from './session.queries.ts'

/** How long news of the session's end may still be on its way to this tab (ms). */
const NEWS_UNDER_WAY_MS = 1500

let leaving = false

/** What speaks with the server about signing in is fetched by whoever signs out, not by every visitor. */
async function signOut(): Promise<void> {
  const authClient = await import('./auth-client.ts')
  await authClient.signOut()
}

/**
 * Whether this tab is logging out by its own wish. The server then also announces the session's end to
 * this tab, which is no news worth telling.
 */
export function isLoggingOut(): boolean {
  return leaving
}

/** Does what ends this browser's session by its owner's wish; the news of it is then not told. */
export async function withoutLogOutNotice(leave: () => Promise<void>): Promise<void> {
  leaving = true
  try {
    await leave()
  } finally {
    setTimeout(() => (leaving = false), NEWS_UNDER_WAY_MS)
  }
}

/**
 * Logs out: the server first, then this tab, so that nobody believes to be logged out who is not.
 * @param leave goes to a screen that is open to visitors; the session is forgotten only there, because a
 * guarded screen would redirect
 * @param end the call that ends the session: of this browser by default, or every session of the person
 * @returns `logOut`, which tells whether it succeeded and says so itself if not, and whether it is busy
 */
export function useLogOut(
  leave: () => Promise<void>,
  end: () => Promise<unknown> = signOut,
): { logOut: () => Promise<boolean>; busy: boolean } {
  const queryClient = useQueryClient()
  const forget = useForgetSession()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const logOut = useCallback(async () => {
    setBusy(true)
    try {
      await withoutLogOutNotice(async () => {
        await end()
        await leave()
        forget()
      })
      return true
    } catch (error) {
      toast.error(errorText(toFailure(error, 'UNAVAILABLE').code))
      // It may have ended all the same: then only the answer was lost.
      refreshSession(queryClient).catch(() => undefined)
      return false
    } finally {
      setBusy(false)
    }
  }, [queryClient, forget, leave, end, errorText])
  return { logOut, busy }
}
