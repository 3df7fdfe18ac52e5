import { Suspense } from 'react'

import { PageSpinner } from '../design-system/page-spinner.tsx'
import { useTexts } from '../platform/i18n/texts.ts'
import { createLazyPart } from '../platform/lazy-part.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { renderRestricted } from './restricted-account.tsx'
import { routesTexts } from './routes.messages.ts'
import { useAuthTitle } from './use-auth-title.ts'

export const AuthScreen = createLazyPart(() =>
  import('../features/auth/signing-in/auth-screen.tsx').then((module) => module.AuthScreen),
)

export function LogInScreen() {
  const texts = useTexts(routesTexts)
  const setMode = useAuthTitle()
  return (
    <PartBoundary>
      <Suspense fallback={<PageSpinner label={texts.loading} />}>
        <AuthScreen
          renderRestricted={renderRestricted}
          onMode={setMode}
          // Focuses the top of the screen, because the form with the focus disappears.
          onDone={() => document.getElementById('main')?.focus({ preventScroll: true })}
        />
      </Suspense>
    </PartBoundary>
  )
}
