import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useLanguage } from '../../../platform/i18n/language.tsx'
import { usePreference } from '../../../platform/preferences/preferences.ts'
import type { PayAttempt } from './pay-attempt.ts'
import { configurationQuery } from '../provider/configuration.queries.ts'
import { loadProvider } from '../provider/provider-loader.ts'
import type { PaymentForm } from '../provider/provider.ts'

/** Where a bank that took the person elsewhere sends them back to (spec 7). */
const RETURN_PATH = '/payment-success'

/** The provider's form for a card that pays this request once. It can be paid with while `isReady`. */
export function usePaymentForm(attempt: PayAttempt) {
  const language = useLanguage()
  const dark = usePreference('darkMode')
  const queryClient = useQueryClient()
  const container = useRef<HTMLDivElement>(null)
  const form = useRef<PaymentForm | null>(null)
  const [phase, setPhase] = useState<'opening' | 'ready' | 'failed'>('opening')

  const mount = useEffectEvent(async (isLeft: () => boolean) => {
    const provider = await loadProvider(await queryClient.query(configurationQuery))
    const place = container.current
    if (isLeft() || place === null) return
    form.current = provider.mountPaymentForm(place, {
      clientSecret: attempt.clientSecret,
      language,
      dark,
      onReady() {
        if (isLeft()) return
        setPhase('ready')
        form.current?.focus()
      },
      onFailed: () => isLeft() || setPhase('failed'),
    })
  })

  useEffect(() => {
    let left = false
    mount(() => left).catch(() => left || setPhase('failed'))
    return () => {
      left = true
      form.current?.unmount()
      form.current = null
    }
  }, [])

  useEffect(() => form.current?.setAppearance({ language, dark }), [language, dark])

  return {
    /** Goes on the element into which the form is put. */
    container,
    phase,
    pay: (): void => {
      const mine = form.current
      if (mine === null || phase !== 'ready') return
      void attempt.payByForm(() => mine.confirmPayment({ returnUrl: `${window.location.origin}${RETURN_PATH}` }))
    },
  }
}
