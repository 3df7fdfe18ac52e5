import { expect, it } from 'vitest'

import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { type Step, runStripeWalkthrough } from '../../../src/features/payments/stripe-try/stripe-walk.ts'
import { createTestSeller } from '../../../src/features/payments/stripe-try/test-seller.ts'

const app = useTestApp({ payments: 'simulator' })
const environment = usePaymentEnvironment(app)

it('finds that the simulator behaves as the code expects, and prints each step', async () => {
  const { seller } = await environment.deal()
  const reported: Step[] = []
  const steps = await runStripeWalkthrough({
    stripe: environment.stripe,
    sellerAccount: await environment.findAccount(seller),
    onStep: (step) => reported.push(step),
    patienceMs: 20_000,
  })
  expect(steps.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(reported).toEqual(steps)
})

it('names the step in which Stripe differs, and skips the steps that depend on it', async () => {
  const steps = await runStripeWalkthrough({
    stripe: environment.stripe,
    sellerAccount: 'acct_unknown',
    onStep: () => undefined,
    patienceMs: 1000,
  })
  const outcomeOf = (name: string) => steps.find((step) => step.name === name)?.outcome
  expect(outcomeOf('a customer')).toBe('passed')
  expect(outcomeOf('the seller’s account can be paid')).toBe('failed')
  expect(outcomeOf('a payment with a fee, by the saved card')).toBe('failed')
  expect(outcomeOf('a part is refunded, with the seller’s share and the fee’s')).toBe('left out')
})

it('waits for the seller’s form to be filled in, and gives up after a timeout', async () => {
  const forms: string[] = []
  await expect(
    createTestSeller(environment.stripe, { onForm: (url) => forms.push(url), patienceMs: 200, pollMs: 50 }),
  ).rejects.toThrow(/onboarding form of acct_\w+ was not completed/u)
  expect(forms).toHaveLength(1)
})
