import { Navigate, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { PageSpinner } from '../../design-system/spinner.tsx'
import { onboardingTexts } from '../../features/payments/selling/onboarding.messages.ts'
import { useOnboardingReturn } from '../../features/payments/selling/use-onboarding-return.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { GuardedRoute } from '../guarded-route.tsx'
import { useTitle } from '../use-title.ts'

/** `/stripe/return`: the return from Stripe's onboarding (spec 2). Leads to the dashboard once its outcome is known. */
export function StripeReturn(): ReactNode {
  useTitle(useTexts(onboardingTexts).returnTitle)
  return (
    <GuardedRoute needsProfile={false} whenOut={<Navigate to="/login" replace />}>
      {() => <Checking />}
    </GuardedRoute>
  )
}

function Checking() {
  const navigate = useNavigate()
  useOnboardingReturn((error) => {
    void navigate({ to: '/dashboard', search: error === null ? {} : { error }, replace: true })
  })
  return <PageSpinner label={useTexts(onboardingTexts).checking} />
}
