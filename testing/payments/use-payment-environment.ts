import { afterAll, beforeAll, test } from 'vitest'

import type { TestApp } from '../server/test-app.ts'
import { type Deal, openPaymentEnvironment, type PaymentEnvironment } from './payment-environment.ts'

/** Opens a payment environment on `useTestApp`'s server, and closes it first. Complete after `beforeAll`. */
export function usePaymentEnvironment(app: TestApp): PaymentEnvironment {
  const environment = {} as PaymentEnvironment
  beforeAll(async () => {
    Object.assign(environment, await openPaymentEnvironment(app, app))
  })
  afterAll(() => environment.close())
  return environment
}

/**
 * Adds to `it` a new buyer with a seller (`deal`), a pending request (`message`) and a `paid` one, if the test uses it.
 */
export const testDeals = (
  environment: () => PaymentEnvironment,
  newDeal: () => Promise<Deal> = () => environment().deal(),
) =>
  test
    .extend('deal', () => newDeal())
    .extend('message', ({ deal }) => environment().asked(deal))
    .extend('paid', ({ deal }) => environment().paid(deal))
