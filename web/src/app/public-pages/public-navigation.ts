import { useMemo, useSyncExternalStore } from 'react'

import type { Navigation, Place } from '../../platform/navigation/navigation.ts'
import { createSignal } from '../../platform/state/store.ts'

/** Tells that the page's own query has changed. */
export const moved = createSignal()

function subscribe(listener: () => void): () => void {
  const stop = moved.subscribe(listener)
  addEventListener('popstate', listener)
  return () => {
    stop()
    removeEventListener('popstate', listener)
  }
}

/** How a public page becomes the application. */
export interface ApplicationLoader {
  /**
   * Loads the application and goes to one of its screens, instead of where an earlier call is still on its way to.
   * @param href a path, with its query
   * @param onUnreachable called where its code cannot be fetched; by default the browser goes there by itself
   * @returns whether it takes the page's place now
   */
  leaveFor: (href: string, replace?: boolean, onUnreachable?: () => void) => Promise<boolean>
  /** Gives up what is still on its way: what was pressed last counts. */
  stay: () => void
  /** Prefetches the application's code. */
  prepare: () => void
}

/**
 * The navigation of a page that the server rendered: it changes the page's own query, and leaves every other address to
 * the application.
 * @param rendered the place that the server rendered
 */
export function usePublicNavigation(rendered: Place, { leaveFor, stay, prepare }: ApplicationLoader): Navigation {
  const { pathname } = rendered
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => rendered.search,
  )
  return useMemo(() => {
    const isHere = (href: string): boolean => new URL(href, location.href).pathname === pathname
    const go: Navigation['go'] = async (href, { replace = false, keepScroll = false } = {}) => {
      if (!isHere(href)) return void (await leaveFor(href, replace))
      const isSame = new URL(href, location.href).href === location.href
      if (!replace) stay()
      if (replace || isSame) history.replaceState(null, '', href)
      else history.pushState(null, '', href)
      moved.emit()
      if (!keepScroll) scrollTo(0, 0)
      return undefined
    }
    return {
      place: { pathname, search },
      go,
      back: (fallback) => {
        const cameFromUs = document.referrer.startsWith(`${location.origin}/`) && history.length > 1
        if (cameFromUs) history.back()
        else void go(fallback)
      },
      prepare: (href) => {
        if (!isHere(href)) prepare()
      },
    }
  }, [pathname, search, leaveFor, stay, prepare])
}
