import { useMemo, useSyncExternalStore } from 'react'

import type { Navigation, Place } from '../../platform/navigation/navigation.ts'
import { createSignal } from '../../platform/state/store.ts'

export const navigated = createSignal()

function subscribeToNavigation(listener: () => void): () => void {
  const stop = navigated.subscribe(listener)
  addEventListener('popstate', listener)
  return () => {
    stop()
    removeEventListener('popstate', listener)
  }
}

export interface ApplicationLoader {
  /**
   * Loads the application and opens one of its screens. Cancels an earlier pending call.
   * @param href a path, with its query
   * @param onUnreachable called when the application's code cannot be fetched; by default the browser navigates
   * @returns true when the application has replaced the page
   */
  leaveFor: (href: string, replace?: boolean, onUnreachable?: () => void) => Promise<boolean>
  /** Cancels a pending `leaveFor`. */
  stay: () => void
  prepare: () => void
}

/** Navigation of a public page. Query changes stay on the page; other addresses open in the application. */
export function usePublicNavigation(rendered: Place, { leaveFor, stay, prepare }: ApplicationLoader): Navigation {
  const { pathname } = rendered
  const search = useSyncExternalStore(
    subscribeToNavigation,
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
      navigated.emit()
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
