import { expect, test } from 'vitest'

import { loadProvider } from './provider-loader.ts'

const SIMULATOR = {
  mode: 'simulator',
  publishable_key: 'pk_test_1',
  simulator_url: 'http://127.0.0.1:1/simulator',
} as const

test('loads the provider once for each key', async () => {
  const first = loadProvider(SIMULATOR)
  expect(loadProvider({ ...SIMULATOR })).toBe(first)
  const other = loadProvider({ ...SIMULATOR, publishable_key: 'pk_test_2' })
  expect(other).not.toBe(first)
  expect(await other).not.toBe(await first)
})

// spec 8.56
test('reports a failed load of the provider as PROVIDER_FAILED, and retries the load', async () => {
  const stripe = { mode: 'test', publishable_key: 'pk_test_1', simulator_url: null } as const
  // Stripe.js cannot load outside a web page.
  const refused = loadProvider(stripe)
  await expect(refused).rejects.toMatchObject({ name: 'Refusal', code: 'PROVIDER_FAILED' })
  const again = loadProvider(stripe)
  expect(again).not.toBe(refused)
  await expect(again).rejects.toMatchObject({ code: 'PROVIDER_FAILED' })
})
