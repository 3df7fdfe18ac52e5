import { useState } from 'react'

import { DisputesSection } from '../disputes/disputes-section.tsx'
import { RefundRequestsSection } from './refund-requests-section.tsx'
import { RefundsSection } from './refunds-section.tsx'

/** @param reference id of a payment to look up immediately, or empty */
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
