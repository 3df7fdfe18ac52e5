import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'

import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import { toast } from '../../design-system/toasts/toast.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useLiveEvent } from '../../platform/live/use-live-events.ts'
import { accountQuery, putAccount } from './selling/account.queries.ts'
import { sellerNewsTexts } from './selling/seller-news.messages.ts'
import { watchAccount } from './selling/watch-account.ts'

/** Puts live events about the seller's account into the query cache. Mount once, while someone is logged in. */
export function usePaymentEvents(): void {
  const queryClient = useQueryClient()
  const texts = useTexts(sellerNewsTexts)
  const onSeller = useCallback(
    (account: SellerAccount) => {
      const before = queryClient.getQueryData(accountQuery.queryKey)
      // On the way back from Stripe nothing is cached yet: that screen has a notification of its own.
      if (before?.status === 'in_progress' && account.status === 'ready') toast.success(texts.isReadyNow)
      void putAccount(queryClient, account)
    },
    [queryClient, texts],
  )
  useEffect(() => watchAccount(queryClient), [queryClient])
  useLiveEvent('seller.updated', onSeller)
}
