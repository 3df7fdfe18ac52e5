import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { toast } from '../../design-system/toasts/toast.tsx'
import { toFailure } from '../../platform/api/failure.ts'
import { useErrorText } from '../../platform/i18n/texts.ts'
import { refreshSession, useForgetSession } from './session.queries.ts'

/** Maximum delay of the live event `session.ended` (ms). */
const EVENT_DELAY_MS = 1500

let isLeaving = false

/** Loads the auth client at log-out, because most visits do not need it. */
async function signOut(): Promise<void> {
  const authClient = await import('./auth-client.ts')
  await authClient.signOut()
}

/** True while this tab logs out. The tab then shows no notice for the server's event that the session ended. */
export function isLoggingOut(): boolean {
  return isLeaving
}

/** Runs a log-out without the notice that a session ended. */
export async function runWithoutLogOutNotice(leave: () => Promise<void>): Promise<void> {
  isLeaving = true
  try {
    await leave()
  } finally {
    setTimeout(() => (isLeaving = false), EVENT_DELAY_MS)
  }
}

/**
 * Logs out on the server first, then in this tab, so that no one seems logged out while the session continues.
 * @param leave goes to a public screen before the session is forgotten, because a guarded screen would redirect
 * @param end ends the session on the server; by default this browser's session
 * @returns `logOut`, which resolves to false after a failure and shows the error
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
      await runWithoutLogOutNotice(async () => {
        await end()
        await leave()
        forget()
      })
      return true
    } catch (error) {
      toast.error(errorText(toFailure(error, 'UNAVAILABLE').code))
      // Refetches the session, because it may have ended even though the server's answer was lost.
      refreshSession(queryClient).catch(() => undefined)
      return false
    } finally {
      setBusy(false)
    }
  }, [queryClient, forget, leave, end, errorText])
  return { logOut, busy }
}
