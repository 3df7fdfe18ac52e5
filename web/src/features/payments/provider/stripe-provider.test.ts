import { beforeEach, expect, test, vi } from 'vitest'

import { createStripeProvider } from './stripe-provider.ts'

const asked = vi.hoisted((): unknown[][] => [])
const elements = vi.hoisted(() => ({
  create: (...input: unknown[]) => {
    asked.push(['create', ...input])
    return { on: () => undefined, mount: () => undefined, destroy: () => undefined }
  },
}))

// Fake Stripe.js, in which every call succeeds.
vi.mock('@stripe/stripe-js/pure', () => ({
  loadStripe: (key: string) => {
    asked.push(['loadStripe', key])
    return Promise.resolve({
      elements: ({ clientSecret, locale }: { clientSecret: string; locale: string }) => {
        asked.push(['elements', clientSecret, locale])
        return elements
      },
      confirmSetup: (...input: unknown[]) => {
        asked.push(['confirmSetup', ...input])
        return Promise.resolve({ setupIntent: { id: 'seti_1', status: 'succeeded' } })
      },
      confirmPayment: (...input: unknown[]) => {
        asked.push(['confirmPayment', ...input])
        return Promise.resolve({ paymentIntent: { id: 'pi_1', status: 'succeeded' } })
      },
      confirmCardPayment: (...input: unknown[]) => {
        asked.push(['confirmCardPayment', ...input])
        return Promise.resolve({ paymentIntent: { id: 'pi_1', status: 'succeeded' } })
      },
    })
  },
}))
// Replaces modules that need a web page.
vi.mock('./stripe-provider-appearance.ts', () => ({ buildStripeAppearance: () => ({}) }))
vi.mock('../../../design-system/layers/modal-stack.ts', () => ({ suspendModality: () => () => undefined }))

beforeEach(() => void asked.splice(0))

// spec 7.27
test('confirms a card by Stripe’s script with the client secret and the payment method’s id', async () => {
  const provider = await createStripeProvider('pk_test_1')
  expect(await provider.confirmCardPayment('pi_1_secret_2', 'pm_3')).toEqual({ status: 'succeeded' })
  expect(asked).toEqual([
    ['loadStripe', 'pk_test_1'],
    ['confirmCardPayment', 'pi_1_secret_2', { payment_method: 'pm_3' }],
  ])
})

// spec 7.28
test('confirms a setup by the payment element with the return address', async () => {
  const provider = await createStripeProvider('pk_test_1')
  const form = provider.mountSetupForm({} as HTMLElement, {
    clientSecret: 'seti_1_secret_2',
    language: 'nl',
    dark: false,
    onReady: () => undefined,
    onFailed: () => undefined,
  })
  const returnUrl = 'https://kundig.example/payment-success'
  expect(await form.confirmSetup({ returnUrl })).toEqual({ status: 'succeeded', setupIntentId: 'seti_1' })
  expect(asked.slice(1)).toEqual([
    ['elements', 'seti_1_secret_2', 'nl'],
    // Only cards are offered: no other payment method, and no wallet.
    ['create', 'payment', { wallets: { applePay: 'never', googlePay: 'never', link: 'never' } }],
    ['confirmSetup', { elements, confirmParams: { return_url: returnUrl }, redirect: 'if_required' }],
  ])
})

test('confirms a single-use card with the payment itself, and never saves it', async () => {
  const provider = await createStripeProvider('pk_test_1')
  const form = provider.mountPaymentForm({} as HTMLElement, {
    clientSecret: 'pi_1_secret_2',
    language: 'en',
    dark: false,
    onReady: () => undefined,
    onFailed: () => undefined,
  })
  const returnUrl = 'https://kundig.example/payment-success'
  expect(await form.confirmPayment({ returnUrl })).toEqual({ status: 'succeeded' })
  expect(asked.at(-1)).toEqual([
    'confirmPayment',
    { elements, confirmParams: { return_url: returnUrl }, redirect: 'if_required' },
  ])
})
