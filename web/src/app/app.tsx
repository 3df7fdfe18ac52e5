import type { QueryClient } from '@tanstack/react-query'
import { type HistoryLocation, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'

import { prepareToasts } from '../design-system/toast.tsx'
import { loadErrorCatalogue } from '../platform/api/error-catalogue.ts'
import { Providers } from './providers.tsx'
import { router } from './router.tsx'

/** The whole web application. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  useEffect(prepareToasts, [])
  return (
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  )
}

/**
 * The application at another address than the present one, ready to take a public page's place.
 * @throws whatever keeps its code from being fetched
 */
export async function appAt(href: string): Promise<ReactNode> {
  await loadErrorCatalogue()
  prepareToasts()
  scrollBackOnReturn()
  router.history.push(href)
  await router.load()
  return <RouterProvider router={router} />
}

/** The router remembers how far a screen was scrolled from the moment on that it is there: here it came later. */
function scrollBackOnReturn(): void {
  // oxlint-disable-next-line no-underscore-dangle -- the router's name for the place in the history
  const indexOf = ({ state }: Pick<HistoryLocation, 'state'>): number => state.__TSR_index
  const place = indexOf(router.history.location)
  const y = window.scrollY
  const stop = router.subscribe('onRendered', ({ toLocation }) => {
    if (indexOf(toLocation) !== place) return
    stop()
    window.scrollTo(0, y)
  })
}
