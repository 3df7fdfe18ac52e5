import { useState } from 'react'

import type { PaymentForm } from '../provider/provider.ts'
import { buildReturnUrl, useProviderForm } from '../provider/use-provider-form.ts'
import type { PayAttempt } from './pay-attempt.ts'

export function usePaymentForm(attempt: PayAttempt) {
  const [phase, setPhase] = useState<'opening' | 'ready' | 'failed'>('opening')
  const { container, form } = useProviderForm<PaymentForm>({
    attempt: 0,
    clientSecret: async () => attempt.clientSecret,
    mount: (provider, place, options) => provider.mountPaymentForm(place, options),
    onReady: () => setPhase('ready'),
    onFailed: () => setPhase('failed'),
  })

  return {
    container,
    phase,
    pay: (): void => {
      const mine = form.current
      if (mine === null || phase !== 'ready') return
      void attempt.payByForm(() => mine.confirmPayment({ returnUrl: buildReturnUrl() }))
    },
  }
}
