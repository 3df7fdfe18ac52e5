import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'

import { CardReturnScreen } from '../../features/payments/returning/card-return-screen.tsx'
import { type ProviderReturn, parseProviderReturn } from '../../features/payments/returning/card-return.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { GuardedRoute } from '../guarded-route.tsx'
import { routesTexts } from '../routes.messages.ts'
import { useTitle } from '../use-title.ts'

const PATH = '/payment-success'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Result from the payment provider, stored here after its removal from the address. */
    providerReturn?: ProviderReturn
  }
}

/** `/payment-success`: page to which the payment provider returns. */
export function PaymentSuccess(): ReactNode {
  useTitle(useTexts(routesTexts).payment)
  return (
    <>
      {/* No referrer, because the address contains a client secret at first. */}
      <meta name="referrer" content="no-referrer" />
      <GuardedRoute needsProfile={false}>{() => <ProviderReturnScreen />}</GuardedRoute>
    </>
  )
}

function ProviderReturnScreen() {
  return <CardReturnScreen outcome={useProviderReturn()} />
}

/** Moves the result from the address to the history entry's state, because it contains a client secret. */
function useProviderReturn(): ProviderReturn {
  const { pathname, searchStr, state } = useLocation()
  const navigate = useNavigate()
  const [outcome] = useState(
    () => (searchStr === '' ? state.providerReturn : undefined) ?? parseProviderReturn(searchStr),
  )
  useEffect(() => {
    // During a navigation, the address may already belong to the next screen.
    if (searchStr === '' || pathname !== PATH) return
    void navigate({ to: PATH, replace: true, state: { providerReturn: outcome } })
  }, [pathname, searchStr, outcome, navigate])
  return outcome
}
