import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'

import { Toaster, toast } from '../design-system/toast.tsx'
import { useForgetSession, useSession } from '../features/auth/session.queries.ts'
import { isLoggingOut } from '../features/auth/use-log-out.ts'
import { useTexts } from '../platform/i18n/texts.ts'
import { LiveProvider } from '../platform/live/live-provider.tsx'
import { currentLanguage } from '../platform/preferences/preferences.ts'
import { appTexts } from './app.messages.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { createQueryClient } from './query-client.ts'

const LiveEvents = lazy(() => import('./live-events.tsx').then((module) => ({ default: module.LiveEvents })))

/** What every screen stands in: the server's data, the live connection, toasts, and the last resort for errors. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
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
  const forget = useForgetSession()
  const onEnded = useCallback(() => {
    forget()
    if (!isLoggingOut()) toast.info(appTexts[currentLanguage()].loggedOut)
  }, [forget])
  return (
    <LiveProvider userId={session.status === 'in' ? session.session.user.id : null} onEnded={onEnded}>
      {session.status === 'in' && (
        <Suspense fallback={null}>
          <LiveEvents />
        </Suspense>
      )}
      {children}
    </LiveProvider>
  )
}
