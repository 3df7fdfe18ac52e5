import { beforeEach, describe, expect, it } from 'vitest'

import type { Deal } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { outcome } from '@kundig/testing/people/outcome'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 150 })
const environment = usePaymentEnvironment(app)
beforeEach(() => environment.control('/faults/clear'))

const SOON = { timeout: 20_000 }

/** The seller's account is gone at Stripe. */
const loseAccount = ({ seller }: Deal) =>
  app.sql(`UPDATE stripe_links SET gone_at = now() WHERE user_id = $1 AND kind = 'connect_account'`, [seller.id])
const destinationsOf = async ({ seller }: Deal) =>
  (await environment.stripe.transfers.list({ destination: await environment.accountOf(seller) })).data.length

describe('a seller whose account at Stripe is replaced', () => {
  it('is paid on the new one for what was asked before, once, at the amount that was shown', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal, { amount: '20' })
    await loseAccount(deal)
    expect(outcome(await environment.secret(deal.buyer, message))).toBe('403 SELLER_NOT_SET_UP')
    await environment.becomeSeller(deal.seller)
    await environment.pay(deal, message)
    await expect.poll(() => environment.stored(message), SOON).toMatchObject({ status: 'completed' })
    expect(await environment.charges(message)).toEqual({ count: 1, cents: 2000 })
    const { transfer_data: to } = await environment.intentOf(message)
    expect(to?.destination).toBe(await environment.accountOf(deal.seller))
  })

  it('gets the money of a dispute that is won on the new one', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.paid(deal, { amount: '20' })
    const { intent } = await environment.stored(message)
    const { id } = await environment.control<{ id: string }>(`/payment_intents/${intent}/dispute`)
    const reversed = () => app.sql('SELECT 1 FROM disputes WHERE stripe_reversal_id IS NOT NULL AND amount = 2000')
    await expect.poll(reversed, SOON).toHaveLength(1)
    await loseAccount(deal)
    await environment.becomeSeller(deal.seller)
    await environment.control(`/disputes/${id}/win`)
    await expect.poll(() => destinationsOf(deal), SOON).toBe(1)
  })
})
