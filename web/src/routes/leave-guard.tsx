import { useBlocker } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

import { ConfirmDialog } from '../design-system/dialog.tsx'
import { isLoggingOut } from '../features/auth/use-log-out.ts'
import { useTexts } from '../platform/i18n/texts.ts'
import { routesTexts } from './routes.messages.ts'

/** Asks before a screen is left on which something is not saved. Closing the tab asks in the browser's words. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
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
      title={texts.leaveTitle}
      body={texts.leaveText}
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      destructive
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  )
}
