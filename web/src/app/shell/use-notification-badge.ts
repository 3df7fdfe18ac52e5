import { useEffect } from 'react'

import { useUnreadTotal } from '../../features/chat/rooms/use-unread-total.ts'
import { usePendingCount } from '../../features/connection-requests/use-pending-count.ts'
import { showCountInTitle } from '../../routes/use-title.ts'

const ICONS = { none: '/favicon.svg', some: '/favicon-news.svg' } as const

/** Shows in the browser's tab that there is something new: how much before the title, a dot on the icon. */
export function useNotificationBadge(): void {
  const count = usePendingCount() + useUnreadTotal()
  useEffect(() => {
    showCountInTitle(count)
    document.querySelector('link[rel=icon]')?.setAttribute('href', count > 0 ? ICONS.some : ICONS.none)
  }, [count])
  // Logged out: nothing is left to count.
  useEffect(
    () => () => {
      showCountInTitle(0)
      document.querySelector('link[rel=icon]')?.setAttribute('href', ICONS.none)
    },
    [],
  )
}
