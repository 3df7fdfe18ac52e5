import { useEffect } from 'react'

import { useUnreadTotal } from '../../features/chat/rooms/use-unread-total.ts'
import { usePendingCount } from '../../features/connection-requests/use-pending-count.ts'
import { showNewsInTitle } from '../../routes/use-title.ts'

const ICONS = { none: '/favicon.svg', some: '/favicon-news.svg' } as const

/** Shows in the browser's tab that there is something new: how much before the title, a dot on the icon. */
export function useNewsSign(): void {
  const news = usePendingCount() + useUnreadTotal()
  useEffect(() => {
    showNewsInTitle(news)
    document.querySelector('link[rel=icon]')?.setAttribute('href', news > 0 ? ICONS.some : ICONS.none)
  }, [news])
  // Logged out: nothing is news.
  useEffect(
    () => () => {
      showNewsInTitle(0)
      document.querySelector('link[rel=icon]')?.setAttribute('href', ICONS.none)
    },
    [],
  )
}
