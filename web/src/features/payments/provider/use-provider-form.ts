import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { toFailure } from '../../../platform/api/failure.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { usePreference } from '../../../platform/preferences/preferences.ts'
import { configurationQuery } from './configuration.queries.ts'
import { loadProvider } from './provider-loader.ts'
import type { CardForm, CardFormOptions, PaymentProvider } from './provider.ts'

/** Where a bank that took the person elsewhere sends them back to (spec 7). */
export function returnUrl(): string {
  return `${window.location.origin}/payment-success`
}

export interface ProviderFormOptions<Form> {
  /** Another number takes the form away and mounts another one. */
  attempt: number
  /** Of the setup or payment that the form is for. */
  clientSecret: () => Promise<string>
  mount: (provider: PaymentProvider, container: HTMLElement, options: CardFormOptions) => Form
  /** The form can be typed into. */
  onReady: () => void
  /** There is no form: the provider could not be loaded or could not show it, or there is no client secret. */
  onFailed: (code: ErrorCode) => void
}

/**
 * Mounts a form of the payment provider on the page, in the page's language and theme, and takes it away with the
 * component. After that neither callback is called.
 * @returns `container` goes on the element into which the form is put; `form` is there while it is mounted
 */
export function useProviderForm<Form extends CardForm>({
  attempt,
  clientSecret,
  mount,
  onReady,
  onFailed,
}: ProviderFormOptions<Form>): { container: RefObject<HTMLDivElement | null>; form: RefObject<Form | null> } {
  const language = useLanguage()
  const dark = usePreference('darkMode')
  const queryClient = useQueryClient()
  const container = useRef<HTMLDivElement>(null)
  const form = useRef<Form | null>(null)

  const fail = useEffectEvent((signal: AbortSignal, code: ErrorCode) => {
    if (!signal.aborted) onFailed(code)
  })

  const open = useEffectEvent(async (signal: AbortSignal) => {
    const provider = await loadProvider(await queryClient.query(configurationQuery))
    if (signal.aborted) return
    const secret = await clientSecret()
    const place = container.current
    if (signal.aborted || place === null) return
    const before = document.activeElement
    form.current = mount(provider, place, {
      clientSecret: secret,
      language,
      dark,
      onReady: () => {
        if (signal.aborted) return
        onReady()
        // Whoever has gone on to something else meanwhile stays there.
        if (document.activeElement === before || document.activeElement === document.body) form.current?.focus()
      },
      onFailed: () => fail(signal, 'PROVIDER_FAILED'),
    })
  })

  useEffect(() => {
    const unmounting = new AbortController()
    open(unmounting.signal).catch((error: unknown) =>
      fail(unmounting.signal, toFailure(error, 'PAYMENT_SETUP_FAILED').code),
    )
    return () => {
      unmounting.abort()
      form.current?.unmount()
      form.current = null
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt is what it is done again for
  }, [attempt])

  useEffect(() => form.current?.setAppearance({ language, dark }), [language, dark])

  return { container, form }
}
