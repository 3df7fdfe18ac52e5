import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'

import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import { toast } from '../../design-system/toasts/toast.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useLiveEvent } from '../../platform/live/use-live-events.ts'
import { accountQuery, cacheSellerAccount } from './selling/account.queries.ts'
import { sellerEventTexts } from './selling/seller-events.messages.ts'
import { watchAccount } from './selling/watch-account.ts'

/** Caches live events about the seller's account. Mount once, while logged in. */
export function usePaymentEvents(): void {
  const queryClient = useQueryClient()
  const texts = useTexts(sellerEventTexts)
  const onSeller = useCallback(
    (account: SellerAccount) => {
      const before = queryClient.getQueryData(accountQuery.queryKey)
      // No toast appears on return from Stripe: no account is cached yet. That screen has its own notification.
      if (before?.status === 'in_progress' && account.status === 'ready') toast.success(texts.isReadyNow)
      void cacheSellerAccount(queryClient, account)
    },
    [queryClient, texts],
  )
  useEffect(() => watchAccount(queryClient), [queryClient])
  useLiveEvent('seller.updated', onSeller)
}
