import { useEffect } from 'react'

import { useUnreadTotal } from '../../features/chat/rooms/use-unread-total.ts'
import { usePendingCount } from '../../features/connection-requests/use-pending-count.ts'
import { showCountInTitle } from '../../routes/use-title.ts'

const ICONS = { none: '/favicon.svg', some: '/favicon-badge.svg' } as const

/** Shows the number of new things in the browser's tab: before the title, and as a dot on the icon. */
export function useNotificationBadge(): void {
  const count = usePendingCount() + useUnreadTotal()
  useEffect(() => {
    showCountInTitle(count)
    document.querySelector('link[rel=icon]')?.setAttribute('href', count > 0 ? ICONS.some : ICONS.none)
  }, [count])
  // Nothing to count after log-out.
  useEffect(
    () => () => {
      showCountInTitle(0)
      document.querySelector('link[rel=icon]')?.setAttribute('href', ICONS.none)
    },
    [],
  )
}
