import type { PaymentConfiguration } from '@kundig/contract/payments/payments.contract'

import type { PaymentProvider } from './provider.ts'

type ProviderConfiguration = Omit<PaymentConfiguration, 'fee'>

let loaded: { key: string; provider: Promise<PaymentProvider> } | null = null

/** Loads Stripe's code from Stripe, or loads the simulator's code. @throws Refusal PROVIDER_FAILED */
export function loadProvider(configuration: ProviderConfiguration): Promise<PaymentProvider> {
  const { mode, publishable_key: publishableKey, simulator_url: url } = configuration
  const key = JSON.stringify([mode, publishableKey, url])
  if (loaded?.key === key) return loaded.provider
  const mine = { key, provider: importProvider(configuration) }
  loaded = mine
  mine.provider.catch(() => {
    if (loaded === mine) loaded = null
  })
  return mine.provider
}

async function importProvider({
  publishable_key: publishableKey,
  simulator_url: url,
}: ProviderConfiguration): Promise<PaymentProvider> {
  const { Refusal } = await import('@kundig/contract/errors')
  try {
    if (url !== null) {
      const { createSimulatorProvider } = await import('./simulator-provider.ts')
      return createSimulatorProvider({ publishableKey, url })
    }
    const { createStripeProvider } = await import('./stripe-provider.ts')
    return await createStripeProvider(publishableKey)
  } catch {
    throw new Refusal('PROVIDER_FAILED')
  }
}
