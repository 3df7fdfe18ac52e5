import { Navigate, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { PageSpinner } from '../../design-system/spinner.tsx'
import { rememberedAsking } from '../../features/payments/asking/ask-resume.ts'
import { onboardingTexts } from '../../features/payments/selling/onboarding.messages.ts'
import { useOnboardingReturn } from '../../features/payments/selling/use-onboarding-return.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { GuardedRoute } from '../guarded-route.tsx'
import { useTitle } from '../use-title.ts'

/**
 * `/stripe/return`: the return from Stripe's onboarding (spec 2). Leads to the dashboard once its outcome is known,
 * there to the chat in which the person wanted to ask for money, if they did.
 */
export function StripeReturn(): ReactNode {
  useTitle(useTexts(onboardingTexts).returnTitle)
  return (
    <GuardedRoute needsProfile={false} whenOut={<Navigate to="/login" replace />}>
      {({ user }) => <Checking userId={user.id} />}
    </GuardedRoute>
  )
}

function Checking({ userId }: { userId: string }) {
  const navigate = useNavigate()
  useOnboardingReturn((error) => {
    // Whoever began in a chat is led back there, to ask.
    const room = rememberedAsking(userId)?.roomId
    const search = error !== null ? { error } : room === undefined ? {} : { tab: 'chats' as const, room }
    void navigate({ to: '/dashboard', search, replace: true })
  })
  return <PageSpinner label={useTexts(onboardingTexts).checking} />
}
