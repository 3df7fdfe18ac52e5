import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'

import { useLazyModule } from '../../design-system/lazy-module.ts'
import { Toaster } from '../../design-system/toasts/toast.tsx'
import { useForgetSession, useSession } from '../../features/auth/session.queries.ts'
import { isLoggingOut } from '../../features/auth/use-log-out.ts'
import { useHydrated } from '../../platform/hydrated.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { LiveProvider } from '../../platform/live/live-provider.tsx'
import { appTexts } from './app.messages.ts'
import { ErrorBoundary } from './error-boundary.tsx'

const loadLiveEvents = () => import('./live-events.tsx')

export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  const texts = useTexts(appTexts)
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <LiveEventsProvider>{children}</LiveEventsProvider>
      </ErrorBoundary>
      <Toaster label={texts.announcements} />
    </QueryClientProvider>
  )
}

function LiveEventsProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const hydrated = useHydrated()
  const forget = useForgetSession()
  const live = useLazyModule(loadLiveEvents, session.status === 'in' && hydrated)
  const onEnded = useCallback(() => {
    // A log-out in this tab changes the screen first (use-log-out.ts). Otherwise a guarded route would redirect.
    if (isLoggingOut()) return
    forget()
    // Shows the log-out notice. If its code cannot be fetched, the log-in screen is enough.
    loadLiveEvents()
      .then(({ showLogOutNotice }) => showLogOutNotice())
      .catch(() => undefined)
  }, [forget])
  return (
    <LiveProvider userId={session.status === 'in' ? session.session.user.id : null} onEnded={onEnded}>
      {session.status === 'in' && live && <live.LiveEvents key={session.session.user.id} />}
      {children}
    </LiveProvider>
  )
}
