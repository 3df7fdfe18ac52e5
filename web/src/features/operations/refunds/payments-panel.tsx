import { useState } from 'react'

import { DisputesSection } from '../disputes/disputes-section.tsx'
import { RefundRequestsSection } from './refund-requests-section.tsx'
import { RefundsSection } from './refunds-section.tsx'

/**
 * What banks dispute, what buyers ask to have back, and any payment to be refunded.
 * @param reference the payment that is looked up at once; empty for none
 */
export function PaymentsPanel({ mayRefund, reference }: { mayRefund: boolean; reference: string }) {
  const [chosen, setChosen] = useState({ paymentId: reference, times: 0 })
  return (
    <>
      <DisputesSection mayDecide={mayRefund} />
      <RefundRequestsSection
        mayDecide={mayRefund}
        onRefund={(paymentId) => setChosen(({ times }) => ({ paymentId, times: times + 1 }))}
      />
      <RefundsSection key={chosen.times} reference={chosen.paymentId} mayRefund={mayRefund} />
    </>
  )
}
