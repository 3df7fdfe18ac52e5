import type { ReactNode } from 'react'

import { EarningsScreen } from '../../features/payments/earnings/earnings-screen.tsx'
import { earningsTexts } from '../../features/payments/earnings/earnings.messages.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { GuardedRoute } from '../guarded-route.tsx'
import { LogInHere } from '../log-in-here.tsx'
import { useTitle } from '../use-title.ts'

/** `/account/earnings`: what one earned as a seller. */
export function AccountEarnings(): ReactNode {
  return (
    <GuardedRoute needsProfile whenOut={<LogInHere />}>
      {() => <OwnEarnings />}
    </GuardedRoute>
  )
}

function OwnEarnings() {
  useTitle(useTexts(earningsTexts).title)
  return <EarningsScreen />
}
