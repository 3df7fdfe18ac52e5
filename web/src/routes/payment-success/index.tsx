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
    /** How the payment provider said that it ended, once that has been taken out of the address. */
    providerReturn?: ProviderReturn
  }
}

/** `/payment-success`: where the payment provider sends people back to. */
export function PaymentSuccess(): ReactNode {
  useTitle(useTexts(routesTexts).payment)
  return (
    <>
      {/* The address carries a client secret until it is taken out. */}
      <meta name="referrer" content="no-referrer" />
      <GuardedRoute needsProfile={false}>{() => <Returned />}</GuardedRoute>
    </>
  )
}

function Returned() {
  return <CardReturnScreen outcome={useProviderReturn()} />
}

/** What the address says; it is taken out at once, so that no client secret stays in the list of visited pages. */
function useProviderReturn(): ProviderReturn {
  const { pathname, searchStr, state } = useLocation()
  const navigate = useNavigate()
  const [outcome] = useState(() => (searchStr === '' ? state.providerReturn : undefined) ?? parseProviderReturn(searchStr))
  useEffect(() => {
    // On the way to another screen, the address is that screen's already.
    if (searchStr === '' || pathname !== PATH) return
    void navigate({ to: PATH, replace: true, state: { providerReturn: outcome } })
  }, [pathname, searchStr, outcome, navigate])
  return outcome
}
