import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { toast } from '../../design-system/toasts/toast.tsx'
import { toFailure } from '../../platform/api/failure.ts'
import { useErrorText } from '../../platform/i18n/texts.ts'
import { refreshSession, useForgetSession } from './session.queries.ts'

/** Maximum delay of the event about the session's end (ms). */
const EVENT_DELAY_MS = 1500

let isLeaving = false

/** Loaded only at log-out, not by every visitor. */
async function signOut(): Promise<void> {
  const authClient = await import('./auth-client.ts')
  await authClient.signOut()
}

/** True while this tab logs out itself: the server's event about it then needs no notice. */
export function isLoggingOut(): boolean {
  return isLeaving
}

/** Ends this browser's session without a notice, because the person asked for it. */
export async function withoutLogOutNotice(leave: () => Promise<void>): Promise<void> {
  isLeaving = true
  try {
    await leave()
  } finally {
    setTimeout(() => (isLeaving = false), EVENT_DELAY_MS)
  }
}

/**
 * Logs out on the server first, then in this tab: otherwise people could wrongly believe that they are logged out.
 * @param leave goes to a public screen; only then the session is forgotten, because a guarded screen would redirect
 * @param end ends the session: by default this browser's
 * @returns `logOut`, false after a failure that it reports itself
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
      // The session may have ended, with only the answer lost.
      refreshSession(queryClient).catch(() => undefined)
      return false
    } finally {
      setBusy(false)
    }
  }, [queryClient, forget, leave, end, errorText])
  return { logOut, busy }
}
