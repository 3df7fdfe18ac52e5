import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText } from '../../../platform/i18n/texts.ts'
import { refreshAccount } from './account.queries.ts'

/** Delay after a link to Stripe until the button works again (ms). The person may have stayed on this page. */
const LEAVING_MS = 8000

function useShowFailure(): (error: unknown, fallback: ErrorCode) => void {
  const errorText = useErrorText()
  return (error, fallback) => {
    const { code } = toFailure(error, fallback)
    toast.error(errorText(code === 'NO_SESSION' ? 'SELLER_NO_SESSION' : code))
  }
}

export function useOnboarding(): { busy: boolean; onboard: () => void } {
  const failed = useShowFailure()
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    if (!isLeaving) return undefined
    const stay = (): void => setIsLeaving(false)
    const timer = setTimeout(stay, LEAVING_MS)
    // On return from Stripe, the browser may show this page in its old state.
    window.addEventListener('pageshow', stay)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', stay)
    }
  }, [isLeaving])
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.payments.onboard(),
    onSuccess: ({ url }) => {
      setIsLeaving(true)
      window.location.assign(url)
    },
    onError: (error) => failed(error, 'ONBOARDING_FAILED'),
  })
  const busy = isPending || isLeaving
  return { busy, onboard: () => busy || mutate() }
}

export function useAccountCheck(onDone: (account: SellerAccount) => void) {
  const queryClient = useQueryClient()
  const failed = useShowFailure()
  return useMutation({
    mutationFn: () => refreshAccount(queryClient),
    onSuccess: onDone,
    onError: (error) => failed(error, 'SELLER_STATUS_FAILED'),
  })
}

export function useExpressDashboard(): { busy: boolean; open: () => void } {
  const failed = useShowFailure()
  const { mutate, isPending } = useMutation({
    mutationFn: (_tab: Window | null) => client.payments.dashboard(),
    onSuccess: ({ url }, tab) => {
      if (tab === null) window.location.assign(url)
      else tab.location.replace(url)
    },
    onError: (error, tab) => {
      tab?.close()
      failed(error, 'SELLER_STATUS_FAILED')
    },
  })
  function openDashboard(): void {
    if (isPending) return
    // Browsers block windows that open after the click, so the window opens now and gets its address later.
    const tab = window.open('about:blank', '_blank')
    // The new window's page must not get access to this page.
    if (tab) tab.opener = null
    mutate(tab)
  }
  return { busy: isPending, open: openDashboard }
}
