import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import { Toaster } from '../../src/design-system/toasts/toast.tsx'
import { sessionQuery } from '../../src/features/auth/session.queries.ts'
import { cardsQuery } from '../../src/features/payments/cards/card.queries.ts'
import { configurationQuery } from '../../src/features/payments/provider/configuration.queries.ts'
import { profileQuery } from '../../src/features/profiles/profile.queries.ts'
import { type Navigation, NavigationContext } from '../../src/platform/navigation/navigation.ts'
import { CARDS, MARIEKE, READER, SESSION } from './gallery-data.ts'

const NAVIGATION: Navigation = {
  place: { pathname: '/dev/gallery', search: '' },
  go: () => Promise.resolve(),
  back: () => undefined,
  prepare: () => undefined,
}

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/** Creates a query client with sample data that never calls a server. */
function createSampleQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false },
    },
  })
  queryClient.setQueryData(sessionQuery.queryKey, SESSION)
  queryClient.setQueryData(cardsQuery.queryKey, { items: CARDS })
  queryClient.setQueryData(configurationQuery.queryKey, {
    mode: 'simulator',
    publishable_key: '',
    simulator_url: null,
    fee: { percent_bp: 500, fixed_cents: 0, least_cents: 35, minimum_cents: 50 },
  })
  queryClient.setQueryData(profileQuery(MARIEKE.id).queryKey, MARIEKE)
  queryClient.setQueryData(profileQuery(READER.id).queryKey, READER)
  return queryClient
}

interface GalleryProvidersProps {
  children: ReactNode
  queryClient?: QueryClient
  navigation?: Navigation
}

export function GalleryProviders({ children, queryClient, navigation = NAVIGATION }: GalleryProvidersProps) {
  const [client] = useState(() => queryClient ?? createSampleQueryClient())
  return (
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router}>
        <NavigationContext value={navigation}>{children}</NavigationContext>
      </RouterContextProvider>
      <Toaster label="Notifications" />
    </QueryClientProvider>
  )
}
