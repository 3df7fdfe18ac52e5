import { Navigate, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { PageSpinner } from '../../design-system/page-spinner.tsx'
import { readInterruptedRequest } from '../../features/payments/asking/ask-resume.ts'
import { GETTING_PAID_ID } from '../../features/payments/section-anchors.ts'
import { onboardingTexts } from '../../features/payments/selling/onboarding.messages.ts'
import { useOnboardingReturn } from '../../features/payments/selling/use-onboarding-return.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { GuardedRoute } from '../guarded-route.tsx'
import { useTitle } from '../use-title.ts'

/** `/stripe/return` (spec 2): leads back to the chat or account page. Errors appear on the dashboard. */
export function StripeReturn(): ReactNode {
  useTitle(useTexts(onboardingTexts).returnTitle)
  return (
    <GuardedRoute needsProfile={false} whenOut={<Navigate to="/login" replace />}>
      {({ user }) => <OnboardingCheck userId={user.id} />}
    </GuardedRoute>
  )
}

function OnboardingCheck({ userId }: { userId: string }) {
  const navigate = useNavigate()
  useOnboardingReturn((error) => {
    const room = readInterruptedRequest(userId)?.roomId
    if (error === null && room === undefined) {
      void navigate({ to: '/account', hash: GETTING_PAID_ID, replace: true })
      return
    }
    const search = error !== null ? { error } : { tab: 'chats' as const, room }
    void navigate({ to: '/dashboard', search, replace: true })
  })
  return <PageSpinner label={useTexts(onboardingTexts).checking} />
}
