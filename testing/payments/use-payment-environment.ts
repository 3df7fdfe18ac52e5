import { afterAll, beforeAll } from 'vitest'

import type { TestApp } from '../server/test-app.ts'
import { openPaymentEnvironment, type PaymentEnvironment } from './payment-environment.ts'

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
