import { useEffect } from 'react'

import { useViewerId } from '../../features/auth/session-viewer.ts'
import { isLoggingOut } from '../../features/auth/use-log-out.ts'
import { useChatEvents } from '../../features/chat/use-chat-events.ts'
import { useRequestEvents } from '../../features/connection-requests/use-request-events.ts'
import { usePaymentEvents } from '../../features/payments/use-payment-events.ts'
import { forgetDrafts } from '../../platform/state/draft-store.ts'
import { OfflineBar } from './offline-bar.tsx'
import { useNotificationBadge } from './use-notification-badge.ts'

/** Applies live events on every screen. Loaded only while someone is logged in; another person gets another one. */
export function LiveEvents() {
  useRequestEvents()
  useChatEvents()
  usePaymentEvents()
  useNotificationBadge()
  useForgetDrafts()
  return <OfflineBar />
}

/** Logging out removes a person's drafts; being logged out does not. */
function useForgetDrafts(): void {
  const userId = useViewerId()
  useEffect(
    () => () => {
      if (userId !== null && isLoggingOut()) forgetDrafts(userId)
    },
    [userId],
  )
}
