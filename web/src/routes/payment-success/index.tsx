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
    /** The provider's result, after its removal from the address. */
    providerReturn?: ProviderReturn
  }
}

/** `/payment-success`: the payment provider's return address. */
export function PaymentSuccess(): ReactNode {
  useTitle(useTexts(routesTexts).payment)
  return (
    <>
      {/* Until it is removed, the address contains a client secret. */}
      <meta name="referrer" content="no-referrer" />
      <GuardedRoute needsProfile={false}>{() => <Returned />}</GuardedRoute>
    </>
  )
}

function Returned() {
  return <CardReturnScreen outcome={useProviderReturn()} />
}

/** Reads and removes the result, so no client secret stays in the browser's history. */
function useProviderReturn(): ProviderReturn {
  const { pathname, searchStr, state } = useLocation()
  const navigate = useNavigate()
  const [outcome] = useState(
    () => (searchStr === '' ? state.providerReturn : undefined) ?? parseProviderReturn(searchStr),
  )
  useEffect(() => {
    // During a navigation the address is already the next screen's.
    if (searchStr === '' || pathname !== PATH) return
    void navigate({ to: PATH, replace: true, state: { providerReturn: outcome } })
  }, [pathname, searchStr, outcome, navigate])
  return outcome
}
