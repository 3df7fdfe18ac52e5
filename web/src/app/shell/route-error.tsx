import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'

import { MissingPart, usePartRetry } from '../../platform/lazy-part.tsx'
import { ErrorScreen } from './error-screen.tsx'

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const renderAgain = (): void => {
    reset()
    void router.invalidate()
  }
  const missing = error instanceof MissingPart ? error : null
  const { busy, fetchAgain } = usePartRetry(missing, renderAgain)
  return (
    <ErrorScreen className="min-h-[calc(100dvh-4.5rem)]" busy={busy} onRetry={missing ? fetchAgain : renderAgain} />
  )
}
