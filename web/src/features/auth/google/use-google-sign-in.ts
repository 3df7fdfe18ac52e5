import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText } from '../../../platform/i18n/texts.ts'
import { isSecondFactorPending } from '../second-factor/second-factor.queries.ts'
import { refreshSession } from '../session.queries.ts'
import { subscribeToGoogleOutcome, openGoogleWindow } from './google-window.ts'

/** Interval between checks of the window (ms). */
const CHECK_MS = 400
/** Maximum wait for the report of a closed window (ms). */
const EVENT_DELAY_MS = 1000

/**
 * Signs in with Google in another window, whose last page reports the outcome. Without a report, the sign-in counts as
 * cancelled when the window is closed, this page has the focus, and no session exists. `closed` alone proves nothing:
 * it is also true after Google's pages cut the link to their opener.
 * @param onDone receives false when the person still needs a second factor, or is suspended or banned
 */
export function useGoogleSignIn(onDone: (isIn: boolean) => void): {
  start: () => void
  refused: ErrorCode | null
  isWaiting: boolean
  busy: boolean
} {
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const [waiting, setWaiting] = useState<Window | null>(null)
  const [refused, setRefused] = useState<ErrorCode | null>(null)
  const [busy, setBusy] = useState(false)

  const refuse = (code: ErrorCode): void => {
    // A toast is enough for a person who cancelled.
    if (code === 'GOOGLE_CANCELLED') return toast.info(errorText(code))
    setRefused(code)
  }

  const conclude = async (otherwise: ErrorCode): Promise<void> => {
    setWaiting(null)
    setBusy(true)
    try {
      if (await refreshSession(queryClient)) onDone(true)
      else if (await isSecondFactorPending(queryClient)) onDone(false)
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

  // Keeps listening after a cancellation, because a late success still counts.
  const started = useRef(false)
  useEffect(
    () =>
      subscribeToGoogleOutcome((outcome) => {
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
      goneFor = waiting.closed && document.hasFocus() ? goneFor + CHECK_MS : 0
      if (goneFor < EVENT_DELAY_MS) return
      clearInterval(timer)
      void latest.current.conclude('GOOGLE_CANCELLED')
    }, CHECK_MS)
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
