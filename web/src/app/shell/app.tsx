import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type HistoryLocation, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'

import { loadDrawings } from '../../design-system/drawing.tsx'
import { loadFieldRepairs } from '../../design-system/fields/field-repair.ts'
import { prepareToasts } from '../../design-system/toasts/toast.tsx'
import { loadErrorCatalogue } from '../../platform/api/error-catalogue.ts'
import { Providers } from './providers.tsx'
import { watchReleases } from './release-watch.ts'
import { router } from './router.tsx'

export function App({ queryClient }: { queryClient: QueryClient }) {
  useEffect(prepareToasts, [])
  return (
    <Providers queryClient={queryClient}>
      <RoutedScreens />
    </Providers>
  )
}

/**
 * Opens the application at an address, ready to replace a public page.
 * @param replace also replaces the page's history entry
 * @param wentBack aborted when the person goes back before the application is ready
 * @returns null when the person went back before the address changed
 * @throws when a screen's code cannot be fetched
 */
export async function openApp(href: string, replace: boolean | undefined, wentBack: AbortSignal): Promise<ReactNode> {
  await Promise.all([loadErrorCatalogue(), loadFieldRepairs(), loadDrawings()])
  if (wentBack.aborted) return null
  prepareToasts()
  restoreScrollOnBack()
  if (replace) router.history.replace(href)
  else router.history.push(href)
  // Until the router is mounted, loads the screen after each change of the address, such as Back.
  const stopFollowing = router.history.subscribe((change) => void router.load(change))
  await router.load()
  return <InPlaceApp onThere={stopFollowing} />
}

function InPlaceApp({ onThere }: { onThere: () => void }) {
  useEffect(() => {
    onThere()
    // Moves scroll position and focus to the top, as a page load does.
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [onThere])
  return <RoutedScreens />
}

function RoutedScreens() {
  const queryClient = useQueryClient()
  useEffect(() => watchReleases(queryClient), [queryClient])
  // The browser extension of TanStack Query reads this global.
  if (import.meta.env.DEV) Object.assign(window, { __TANSTACK_QUERY_CLIENT__: queryClient })
  return <RouterProvider router={router} />
}

/** Restores the scroll position of a public page on Back. The router does so only for screens that it has shown. */
function restoreScrollOnBack(): void {
  // oxlint-disable-next-line no-underscore-dangle -- the router's name for the index in the history
  const indexOf = ({ state }: Pick<HistoryLocation, 'state'>): number => state.__TSR_index
  const place = indexOf(router.history.location)
  const y = window.scrollY
  const stop = router.subscribe('onRendered', ({ toLocation }) => {
    if (indexOf(toLocation) !== place) return
    stop()
    window.scrollTo(0, y)
  })
}
