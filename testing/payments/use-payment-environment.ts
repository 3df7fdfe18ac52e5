import { afterAll, beforeAll, test } from 'vitest'

import type { TestApp } from '../server/test-app.ts'
import { type Deal, openPaymentEnvironment, type PaymentEnvironment } from './payment-environment.ts'

/** Opens a payment environment on `useTestApp`'s server; closes it before the server. Usable after `beforeAll`. */
export function usePaymentEnvironment(app: TestApp): PaymentEnvironment {
  const environment = {} as PaymentEnvironment
  beforeAll(async () => {
    Object.assign(environment, await openPaymentEnvironment(app, app))
  })
  afterAll(() => environment.close())
  return environment
}

/** Extends `it` with a new buyer and a seller (`deal`), a pending request (`message`) and a paid request (`paid`). */
export const testDeals = (
  environment: () => PaymentEnvironment,
  newDeal: () => Promise<Deal> = () => environment().deal(),
) =>
  test
    .extend('deal', () => newDeal())
    .extend('message', ({ deal }) => environment().asked(deal))
    .extend('paid', ({ deal }) => environment().paid(deal))
