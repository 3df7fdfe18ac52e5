import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import type { Deal } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 150, operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
beforeEach(() => environment.control('/faults/clear'))

const SOON = { timeout: 20_000 }

async function loseAccount({ seller }: Deal, end: 'close' | 'disconnect' = 'close'): Promise<void> {
  await environment.control(`/accounts/${await environment.findAccount(seller)}/${end}`)
  const gone = () =>
    app.sql(`SELECT FROM stripe_links WHERE user_id = $1 AND kind = 'connect_account' AND gone_at IS NOT NULL`, [
      seller.id,
    ])
  await expect.poll(gone, SOON).toHaveLength(1)
}
const listDestinations = async ({ seller }: Deal) =>
  (await environment.stripe.transfers.list({ destination: await environment.findAccount(seller) })).data.length

describe('a seller with a replaced Stripe account', () => {
  it.each(['close', 'disconnect'] as const)(
    'receives the shown amount once, on the new account, for a request that was made before the %s',
    async (end) => {
      const deal = await environment.ownDeal()
      const message = await environment.asked(deal, { amount: '20' })
      await loseAccount(deal, end)
      expect(toOutcome(await environment.secret(deal.buyer, message))).toBe('403 SELLER_NOT_SET_UP')
      await environment.becomeSeller(deal.seller)
      await environment.pay(deal, message)
      await expect.poll(() => environment.stored(message), SOON).toMatchObject({ status: 'completed' })
      expect(await environment.charges(message)).toEqual({ count: 1, cents: 2000 })
      const { transfer_data: to } = await environment.findIntent(message)
      expect(to?.destination).toBe(await environment.findAccount(deal.seller))
    },
  )

  it('gets the money of a won dispute on the new account', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.paid(deal, { amount: '20' })
    const { intent } = await environment.stored(message)
    const { id } = await environment.control<{ id: string }>(`/payment_intents/${intent}/dispute`)
    const reversed = () => app.sql('SELECT 1 FROM disputes WHERE stripe_reversal_id IS NOT NULL AND amount = 2000')
    await expect.poll(reversed, SOON).toHaveLength(1)
    await loseAccount(deal)
    await environment.becomeSeller(deal.seller)
    await environment.control(`/disputes/${id}/win`)
    await expect.poll(() => listDestinations(deal), SOON).toBe(1)
  })

  it.each(['close', 'disconnect'] as const)(
    'cannot refund from the old account after the %s, but an operator can refund from the platform’s balance',
    async (end) => {
      const deal = await environment.ownDeal()
      const message = await environment.paid(deal, { amount: '20' })
      await loseAccount(deal, end)
      const refund = (who: Person, path: string, more = {}) =>
        app.api(who, 'POST', path, { client_id: randomUUID(), amount: '20', reason: 'Ill', ...more })
      const id = message.payment_request_id
      expect(toOutcome(await refund(deal.seller, `/api/payment-requests/${id}/refunds`))).toBe('502 REFUND_FAILED')
      const operator = await makeOperator(app, 'moderator', await app.signUp())
      const path = `/api/operations/payments/${id}/refunds`
      expect((await refund(operator, path, { from_platform: true })).body).toMatchObject({ left: 0 })
    },
  )
})
