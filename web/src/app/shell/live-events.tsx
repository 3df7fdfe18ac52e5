import { useEffect } from 'react'
import { createPortal } from 'react-dom'

import { useLazyModule } from '../../design-system/lazy-module.ts'
import { toast } from '../../design-system/toasts/toast.tsx'
import { useViewerId } from '../../features/auth/session-viewer.ts'
import { isLoggingOut } from '../../features/auth/use-log-out.ts'
import { usePresenceReports } from '../../features/chat/presence/use-presence-reports.ts'
import { useChatEvents } from '../../features/chat/use-chat-events.ts'
import { useRequestEvents } from '../../features/connection-requests/news/use-request-events.ts'
import { Bell } from '../../features/notifications/bell/bell.tsx'
import { useServiceWorker } from '../../features/notifications/pushes/use-service-worker.ts'
import { useNotificationEvents } from '../../features/notifications/use-notification-events.ts'
import { usePaymentEvents } from '../../features/payments/use-payment-events.ts'
import { useSafetyEvents } from '../../features/safety/use-safety-events.ts'
import { termsRefused } from '../../platform/api/terms-refused.ts'
import { getLanguage } from '../../platform/preferences/preferences.ts'
import { forgetDrafts } from '../../platform/state/draft-store.ts'
import { useStore } from '../../platform/state/store.ts'
import { bellSlot } from './bell-slot.ts'
import { notificationTexts } from './notification.messages.ts'
import { OfflineBar } from './offline-bar.tsx'
import { useCloseReadNotifications } from './use-close-read-notifications.ts'
import { useNotificationBadge } from './use-notification-badge.ts'

const loadTermsGate = () => import('../../features/auth/terms/terms-gate.tsx')

/** Applies live events on every screen. Mounted while a person is logged in. */
export function LiveEvents() {
  useRequestEvents()
  useChatEvents()
  usePaymentEvents()
  useNotificationEvents()
  useSafetyEvents()
  useServiceWorker()
  usePresenceReports()
  useNotificationBadge()
  useCloseReadNotifications()
  useForgetDrafts()
  const place = useStore(bellSlot)
  const terms = useLazyModule(loadTermsGate, useStore(termsRefused))
  return (
    <>
      <OfflineBar />
      {terms && <terms.TermsGate />}
      {place && createPortal(<Bell />, place)}
    </>
  )
}

export function showLogOutNotice(): void {
  toast.info(notificationTexts[getLanguage()].loggedOut)
}

/** Deletes a person's drafts at a log-out. Drafts survive an expired session. */
function useForgetDrafts(): void {
  const userId = useViewerId()
  useEffect(
    () => () => {
      if (userId !== null && isLoggingOut()) forgetDrafts(userId)
    },
    [userId],
  )
}
