import { Suspense } from 'react'

import { PageSpinner } from '../design-system/page-spinner.tsx'
import { useTexts } from '../platform/i18n/texts.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { renderRestricted } from './restricted-account.tsx'
import { routesTexts } from './routes.messages.ts'
import { useAuthTitle } from './use-auth-title.ts'

export const AuthScreen = lazyPart(() =>
  import('../features/auth/signing-in/auth-screen.tsx').then((module) => module.AuthScreen),
)

/** Logging in at the address itself: whoever did sees what they came for. */
export function LogInHere() {
  const texts = useTexts(routesTexts)
  const setMode = useAuthTitle()
  return (
    <PartBoundary>
      <Suspense fallback={<PageSpinner label={texts.loading} />}>
        <AuthScreen
          renderRestricted={renderRestricted}
          onMode={setMode}
          // Logging in removes the form that had the focus; the screen's top takes it.
          onDone={() => document.getElementById('main')?.focus({ preventScroll: true })}
        />
      </Suspense>
    </PartBoundary>
  )
}
