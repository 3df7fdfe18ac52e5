import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useNavigation } from '../../../platform/navigation/navigation.ts'
import { GETTING_PAID_HREF } from '../section-anchors.ts'
import { refreshAccount } from './account.queries.ts'
import type { OnboardingError } from './onboarding-notice.tsx'
import { onboardingTexts } from './onboarding.messages.ts'

/** Rechecks the seller account after Stripe's onboarding, which may be incomplete. @param onDone called once */
export function useOnboardingReturn(onDone: (error: OnboardingError | null) => void): void {
  const queryClient = useQueryClient()
  const texts = useTexts(onboardingTexts)
  const { go } = useNavigation()

  const check = useEffectEvent(async (signal: AbortSignal) => {
    const account = await refreshAccount(queryClient)
    if (signal.aborted) return
    if (account.stripeConnectAccountId === null) return onDone('stripe-onboarding-failed')
    const toAccount = { label: texts.toAccount, onClick: () => void go(GETTING_PAID_HREF) }
    if (account.status === 'ready') toast.success(texts.ready)
    else if (account.due.includes('refused')) toast.error(texts.refused, toAccount)
    else if (account.due.every((item) => item === 'review')) toast.info(texts.underReview)
    else toast.info(texts.notReady, toAccount)
    onDone(null)
  })
  const fail = useEffectEvent(() => onDone('stripe-error'))

  useEffect(() => {
    const leaving = new AbortController()
    check(leaving.signal).catch(() => {
      if (!leaving.signal.aborted) fail()
    })
    return () => leaving.abort()
  }, [])
}

/**
 * Replaces an expired link to Stripe's onboarding if the person has a seller account. Never creates an account, because
 * any page may link here.
 * @param onRefused called once if no new link opens; an error appears unless the person has no account
 */
export function useOnboardingRefresh(onRefused: () => void): void {
  const errorText = useErrorText()
  const refuse = useEffectEvent((error: unknown) => {
    toast.error(errorText(toFailure(error, 'ONBOARDING_FAILED').code))
    onRefused()
  })
  const leave = useEffectEvent(onRefused)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    async function replaceExpiredLink(): Promise<void> {
      const { stripeConnectAccountId } = await client.payments.account()
      if (signal.aborted) return
      if (stripeConnectAccountId === null) return leave()
      const { url } = await client.payments.onboard()
      // Replaces this address in the history, so that Back does not lead to it again.
      if (!signal.aborted) window.location.replace(url)
    }
    replaceExpiredLink().catch((error: unknown) => {
      if (!signal.aborted) refuse(error)
    })
    return () => leaving.abort()
  }, [])
}
