import { useEffect, useLayoutEffect, useRef } from 'react'

import { ConfirmDialog } from '../design-system/layers/dialog.tsx'
import { isLoggingOut } from '../features/auth/use-log-out.ts'
import { useTexts } from '../platform/i18n/texts.ts'
import { useLeaveQuestion } from '../platform/navigation/leave-question.ts'
import { preventReload } from '../platform/releases/reload-guard.ts'
import { routesTexts } from './routes.messages.ts'

export interface LeaveGuardProps {
  unsaved: boolean
  words?: { title: string; text: string; leave: string; stay: string }
}

/** Asks before navigation loses unsaved changes. The browser itself asks when the tab is closed. */
export function LeaveGuard({ unsaved, words }: LeaveGuardProps) {
  const texts = useTexts(routesTexts)
  const standing = useRef(false)
  // A layout effect resets the flag before the effects of the next screen, which may navigate.
  useLayoutEffect(() => {
    standing.current = true
    return () => {
      standing.current = false
    }
  }, [])
  useEffect(() => (unsaved ? preventReload() : undefined), [unsaved])
  // A log-out skips the question about unsaved changes.
  const { isAsked, isAboutHistory, leave, stay } = useLeaveQuestion(unsaved, () => standing.current && !isLoggingOut())
  return (
    <ConfirmDialog
      open={isAsked}
      title={words?.title ?? texts.leaveTitle}
      body={words?.text ?? texts.leaveText}
      confirmLabel={words?.leave ?? texts.leave}
      cancelLabel={words?.stay ?? texts.stay}
      destructive
      isAboutHistory={isAboutHistory}
      onConfirm={leave}
      onCancel={stay}
    />
  )
}
