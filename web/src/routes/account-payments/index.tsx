import type { ReactNode } from 'react'

import { OwnPaymentsScreen } from '../../features/payments/own-payments/own-payments-screen.tsx'
import { ownPaymentsTexts } from '../../features/payments/own-payments/own-payments.messages.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { GuardedRoute } from '../guarded-route.tsx'
import { LogInHere } from '../log-in-here.tsx'
import { useTitle } from '../use-title.ts'

/** `/account/payments`: what one paid, with receipts. */
export function AccountPayments(): ReactNode {
  return (
    <GuardedRoute needsProfile whenOut={<LogInHere />}>
      {() => <OwnPayments />}
    </GuardedRoute>
  )
}

function OwnPayments() {
  useTitle(useTexts(ownPaymentsTexts).title)
  return <OwnPaymentsScreen />
}
