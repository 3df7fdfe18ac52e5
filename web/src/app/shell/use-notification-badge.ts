import { useEffect } from 'react'

import { useUnreadChats } from '../../features/chat/rooms/use-unread-chats.ts'
import { usePendingCount } from '../../features/connection-requests/use-pending-count.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { showCountInTitle } from '../../routes/use-title.ts'
import { notificationTexts } from './notification.messages.ts'

import './navigation-badge.css'

const ICONS = { none: '/favicon.svg', some: '/favicon-badge.svg' } as const

/** Shows the unread count in the title, on icons and in the navigation bar (`navigation-badge.css`). */
export function useNotificationBadge(): void {
  const texts = useTexts(notificationTexts)
  const { unread, newRooms } = useUnreadChats()
  const count = usePendingCount() + unread + newRooms
  const figure = count > 99 ? '99+' : String(count)
  const words = texts.waiting(figure)
  useEffect(() => {
    showCountInTitle(count)
    document.querySelector('link[rel=icon]')?.setAttribute('href', count > 0 ? ICONS.some : ICONS.none)
    showBadgeInBar(count > 0 ? { figure, words } : null)
    showBadgeOnIcon(count)
  }, [count, figure, words])
  useEffect(
    () => () => {
      showCountInTitle(0)
      document.querySelector('link[rel=icon]')?.setAttribute('href', ICONS.none)
      showBadgeInBar(null)
      showBadgeOnIcon(0)
    },
    [],
  )
}

function showBadgeOnIcon(count: number): void {
  // Some browsers lack `setAppBadge`, and some reject the call.
  navigator.setAppBadge?.(count).catch(() => undefined)
}

function showBadgeInBar(badge: { figure: string; words: string } | null): void {
  const root = document.documentElement
  root.toggleAttribute('data-has-news', badge !== null)
  root.style.setProperty('--news-figure', JSON.stringify(badge?.figure ?? ''))
  root.style.setProperty('--news-words', JSON.stringify(` ${badge?.words ?? ''}`))
}
