import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback } from 'react'

import { Toaster, toast } from '../design-system/toast.tsx'
import { useForgetSession, useSession } from '../features/auth/session.queries.ts'
import { isLoggingOut } from '../features/auth/use-log-out.ts'
import { useHydrated } from '../platform/hydrated.ts'
import { useTexts } from '../platform/i18n/texts.ts'
import { LiveProvider } from '../platform/live/live-provider.tsx'
import { currentLanguage } from '../platform/preferences/preferences.ts'
import { appTexts } from './app.messages.ts'
import { ErrorBoundary } from './error-boundary.tsx'

const LiveEvents = lazy(() => import('./live-events.tsx').then((module) => ({ default: module.LiveEvents })))

/** What every screen stands in: the server's data, the live connection, toasts, and the last resort for errors. */
export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  const texts = useTexts(appTexts)
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Live>{children}</Live>
      </ErrorBoundary>
      <Toaster label={texts.notifications} />
    </QueryClientProvider>
  )
}

function Live({ children }: { children: ReactNode }) {
  const session = useSession()
  const hydrated = useHydrated()
  const forget = useForgetSession()
  const onEnded = useCallback(() => {
    forget()
    if (!isLoggingOut()) toast.info(appTexts[currentLanguage()].loggedOut)
  }, [forget])
  return (
    <LiveProvider userId={session.status === 'in' ? session.session.user.id : null} onEnded={onEnded}>
      {session.status === 'in' && hydrated && (
        <Suspense fallback={null}>
          <LiveEvents />
        </Suspense>
      )}
      {children}
    </LiveProvider>
  )
}
