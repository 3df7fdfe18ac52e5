import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'

import { ErrorScreen } from './error-screen.tsx'

/** The fallback error screen for an error inside a route: the navigation bar stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <ErrorScreen
      error={error}
      className="min-h-[calc(100dvh-4.5rem)]"
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
