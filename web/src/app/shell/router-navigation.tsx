import { useCanGoBack, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'

import { type Navigation, NavigationContext } from '../../platform/navigation/navigation.ts'

/** Provides the application's router as the navigation of its screens. */
export function RouterNavigation({ children }: { children: ReactNode }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const pathname = useLocation({ select: (location) => location.pathname })
  const search = useLocation({ select: (location) => location.searchStr })
  const navigation = useMemo((): Navigation => {
    const go: Navigation['go'] = (href, { replace = false, keepScroll = false } = {}) =>
      router.navigate({ href, replace, resetScroll: !keepScroll })
    return {
      place: { pathname, search },
      go,
      back: (fallback) => (canGoBack ? router.history.back() : void go(fallback)),
      prepare: (href) => {
        // Only a prefetch: where it fails, the navigation fetches the code.
        router.preloadRoute({ to: new URL(href, window.location.origin).pathname }).catch(() => undefined)
      },
    }
  }, [router, canGoBack, pathname, search])
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}
