import { useBlocker } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

import { ConfirmDialog } from '../design-system/dialog.tsx'
import { isLoggingOut } from '../features/auth/use-log-out.ts'
import { useTexts } from '../platform/i18n/texts.ts'
import { routesTexts } from './routes.messages.ts'

export interface LeaveGuardProps {
  /** Whether there is something to lose. */
  unsaved: boolean
  /** What is asked; by default about a profile that is not saved. */
  words?: { title: string; text: string; leave: string; stay: string }
}

/** Asks before a screen is left on which something is not saved. Closing the tab asks in the browser's words. */
export function LeaveGuard({ unsaved, words }: LeaveGuardProps) {
  const texts = useTexts(routesTexts)
  const standing = useRef(false)
  // Known before anything that replaces this screen can navigate.
  useLayoutEffect(() => {
    standing.current = true
    return () => {
      standing.current = false
    }
  }, [])
  const blocker = useBlocker({
    // Whoever is logged out has left already.
    shouldBlockFn: () => standing.current && !isLoggingOut(),
    disabled: !unsaved,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title={words?.title ?? texts.leaveTitle}
      body={words?.text ?? texts.leaveText}
      confirmLabel={words?.leave ?? texts.leave}
      cancelLabel={words?.stay ?? texts.stay}
      destructive
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  )
}
