import { useMemo, useSyncExternalStore } from 'react'

import type { Navigation, Place } from '../../platform/navigation/navigation.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

/** How a public page becomes the application. */
export interface ApplicationLoader {
  /** Goes to another screen of ours. */
  leaveFor: (href: string) => Promise<void>
  prepare: () => void
}

/**
 * The navigation of a page that the server sent: it stays on that page itself, where only the query can change, and
 * leaves all other addresses to the application.
 * @param rendered the place for which the server rendered
 */
export function usePublicNavigation(rendered: Place, { leaveFor, prepare }: ApplicationLoader): Navigation {
  const { pathname } = rendered
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => rendered.search,
  )
  return useMemo(() => {
    const isHere = (href: string): boolean => new URL(href, window.location.href).pathname === pathname
    const go: Navigation['go'] = async (href, { replace = false, keepScroll = false } = {}) => {
      if (!isHere(href)) return leaveFor(href)
      const isSame = new URL(href, window.location.href).href === window.location.href
      if (replace || isSame) window.history.replaceState(null, '', href)
      else window.history.pushState(null, '', href)
      for (const listener of listeners) listener()
      if (!keepScroll) window.scrollTo(0, 0)
      return undefined
    }
    return {
      place: { pathname, search },
      go,
      back: (fallback) => {
        const cameFromUs = document.referrer.startsWith(`${window.location.origin}/`) && window.history.length > 1
        if (cameFromUs) window.history.back()
        else void go(fallback)
      },
      prepare: (href) => {
        if (!isHere(href)) prepare()
      },
    }
  }, [pathname, search, leaveFor, prepare])
}
