import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'

import { MissingPart, useFetchAgain } from '../../platform/lazy-part.tsx'
import { ErrorScreen } from './error-screen.tsx'

/** The fallback error screen for an error inside a route, or a route that could not be fetched: the navigation bar stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const renderAgain = (): void => {
    reset()
    void router.invalidate()
  }
  const missing = error instanceof MissingPart ? error : null
  const { busy, fetchAgain } = useFetchAgain(missing, renderAgain)
  return (
    <ErrorScreen className="min-h-[calc(100dvh-4.5rem)]" busy={busy} onRetry={missing ? fetchAgain : renderAgain} />
  )
}
