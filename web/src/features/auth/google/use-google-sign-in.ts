import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText } from '../../../platform/i18n/texts.ts'
import { isHeldBack } from '../second-factor/second-factor.queries.ts'
import { refreshSession } from '../session.queries.ts'
import { onOutcome, openGoogleWindow } from './google-window.ts'

/** How often to look whether the window is still there (ms). */
const LOOK_MS = 400
/** How long news of a closed window may still be on its way (ms). */
const NEWS_UNDER_WAY_MS = 1000

/**
 * Signing in with Google in a window of its own.
 *
 * What came of it is told by the window's last page; no news is taken for a no only when the window is
 * closed, the person is back on this page, and there is still no session. A window that looks closed proves
 * nothing by itself: Google's pages cut the tie between the two while the person is still choosing.
 * @param onDone called after the sign-in; false where the second factor or a suspension comes first
 */
export function useGoogleSignIn(onDone: (isIn: boolean) => void): {
  /** For a click; a second one brings the window to the front. */
  start: () => void
  /** What went wrong last, for as long as nobody tries again. */
  refused: ErrorCode | null
  /** Whether the window is taken to be open. */
  isWaiting: boolean
  /** Whether the session is being fetched. */
  busy: boolean
} {
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const [waiting, setWaiting] = useState<Window | null>(null)
  const [refused, setRefused] = useState<ErrorCode | null>(null)
  const [busy, setBusy] = useState(false)

  const refuse = (code: ErrorCode): void => {
    // Whoever changed their mind knows that already: a word in passing will do.
    if (code === 'GOOGLE_CANCELLED') return toast.info(errorText(code))
    setRefused(code)
  }

  /** Goes on if there is a session now; otherwise `otherwise` says why not. */
  const conclude = async (otherwise: ErrorCode): Promise<void> => {
    setWaiting(null)
    setBusy(true)
    try {
      if (await refreshSession(queryClient)) onDone(true)
      else if (await isHeldBack(queryClient)) onDone(false)
      else refuse(otherwise)
    } catch (error) {
      refuse(toFailure(error, 'AUTHENTICATION_FAILED').code)
    } finally {
      setBusy(false)
    }
  }

  const latest = useRef({ conclude, refuse })
  useEffect(() => {
    latest.current = { conclude, refuse }
  })

  // Listened to even when nobody seems to wait any more: a late yes is still a yes.
  const started = useRef(false)
  useEffect(
    () =>
      onOutcome((outcome) => {
        if (!started.current) return
        setWaiting(null)
        if ('ok' in outcome) void latest.current.conclude('AUTHENTICATION_FAILED')
        else latest.current.refuse(outcome.code)
      }),
    [],
  )

  useEffect(() => {
    if (!waiting) return
    let goneFor = 0
    const timer = setInterval(() => {
      goneFor = waiting.closed && document.hasFocus() ? goneFor + LOOK_MS : 0
      if (goneFor < NEWS_UNDER_WAY_MS) return
      clearInterval(timer)
      void latest.current.conclude('GOOGLE_CANCELLED')
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [waiting])

  const start = useCallback(() => {
    started.current = true
    setRefused(null)
    const opened = openGoogleWindow()
    setWaiting(opened)
    if (opened === null) latest.current.refuse('GOOGLE_POPUP_BLOCKED')
  }, [])

  return { start, refused, isWaiting: waiting !== null, busy }
}
