import { afterAll, beforeAll, test } from 'vitest'

import type { TestApp } from '../server/test-app.ts'
import { type Deal, openPaymentEnvironment, type PaymentEnvironment } from './payment-environment.ts'

/**
 * Opens a payment environment on a server of `useTestApp`, and closes it before that.
 * @returns the environment, complete once `beforeAll` has run
 */
export function usePaymentEnvironment(app: TestApp): PaymentEnvironment {
  const environment = {} as PaymentEnvironment
  beforeAll(async () => {
    Object.assign(environment, await openPaymentEnvironment(app, app))
  })
  afterAll(() => environment.close())
  return environment
}

/**
 * Extends `it` by a new buyer with a seller (`deal`), a pending payment request between them (`message`), and a paid one
 * (`paid`). A test creates only those that it names.
 */
export const testDeals = (
  environment: () => PaymentEnvironment,
  newDeal: () => Promise<Deal> = () => environment().deal(),
) =>
  test
    .extend('deal', () => newDeal())
    .extend('message', ({ deal }) => environment().asked(deal))
    .extend('paid', ({ deal }) => environment().paid(deal))
