import { useCallback } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { RefundEvent } from '@kundig/contract/refunds/refund-event'

import { getFirstName } from '../../../platform/i18n/first-name.ts'
import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { refundStepTexts } from './refund-steps.messages.ts'

export function useRefundStepText(): (event: RefundEvent, senderId: string, partner: Room['partner']) => string {
  const texts = useTexts(refundStepTexts)
  const language = useLanguage()
  return useCallback(
    ({ step, by, amount, currency }, senderId, { id, full_name: name }) => {
      const isOwn = senderId !== id
      const money = formatMoney(amount, currency, language)
      const firstName = getFirstName(name)
      switch (step) {
        case 'requested':
          return (isOwn ? texts.youRequested : texts.theyRequested)(money, firstName)
        case 'withdrawn':
          return (isOwn ? texts.youWithdrew : texts.theyWithdrew)(money, firstName)
        case 'declined':
          if (by === 'operator') return texts.supportDeclined(money)
          return (isOwn ? texts.youDeclined : texts.theyDeclined)(money, firstName)
        case 'refunded':
          if (by === 'operator') return texts.supportRefunded(money)
          if (by === 'stripe') return texts.stripeRefunded(money)
          return (isOwn ? texts.youRefunded : texts.theyRefunded)(money, firstName)
        case 'failed':
          return texts.refundFailed(money)
      }
    },
    [texts, language],
  )
}
