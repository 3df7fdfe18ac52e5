import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { toFailure } from '../../../platform/api/failure.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { usePreference } from '../../../platform/preferences/preferences.ts'
import { configurationQuery } from './configuration.queries.ts'
import { loadProvider } from './provider-loader.ts'
import type { CardForm, CardFormOptions, PaymentProvider } from './provider.ts'

/** Returns the address to which a bank's page leads back (spec 7). */
export function buildReturnUrl(): string {
  return `${window.location.origin}/payment-success`
}

export interface ProviderFormOptions<Form> {
  /** Number of the form. A new number replaces the mounted form. */
  attempt: number
  clientSecret: () => Promise<string>
  mount: (provider: PaymentProvider, container: HTMLElement, options: CardFormOptions) => Form
  onReady: () => void
  /** Called when the provider did not load or show the form, or when there is no client secret. */
  onFailed: (code: ErrorCode) => void
}

/**
 * Mounts a form of the provider in the page's language and theme. The form is removed when the component unmounts,
 * and no callback is called after that.
 * @returns `container` is the ref of the form's element; `form` is null unless the form is mounted
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
        // Focuses the form, unless the person has focused another element while the form was loading.
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
