import { Navigate, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { PageSpinner } from '../../design-system/page-spinner.tsx'
import { onboardingTexts } from '../../features/payments/selling/onboarding.messages.ts'
import { useOnboardingRefresh } from '../../features/payments/selling/use-onboarding-return.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { GuardedRoute } from '../guarded-route.tsx'
import { useTitle } from '../use-title.ts'

/** `/stripe/refresh`: opens a new onboarding link for an expired one. Without an account, leads to the dashboard. */
export function StripeRefresh(): ReactNode {
  useTitle(useTexts(onboardingTexts).returnTitle)
  return (
    <GuardedRoute needsProfile={false} whenOut={<Navigate to="/login" replace />}>
      {() => <OnboardingRefresh />}
    </GuardedRoute>
  )
}

function OnboardingRefresh() {
  const navigate = useNavigate()
  useOnboardingRefresh(() => void navigate({ to: '/dashboard', replace: true }))
  return <PageSpinner label={useTexts(onboardingTexts).again} />
}
