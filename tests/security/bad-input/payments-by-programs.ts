import { READY_CARDS } from '@kundig/testing/payments/cards'
import { toIntentId } from '@kundig/testing/payments/client-secret'
import { toOutcome } from '@kundig/testing/people/outcome'

import { formatTally, times } from '../answers.ts'
import type { Report } from '../report.ts'
import type { TestEnvironment } from '../test-environment.ts'

export async function attackPaymentsByPrograms({ site, payments }: TestEnvironment, report: Report): Promise<void> {
  const { askByProgram, findCustomer, keys, stripe } = payments

  await report.guarantee(
    'A seller’s program: equal calls create one payment, and never reach the buyer’s cards',
    async (attempt) => {
      const deal = await payments.ownDeal()
      const calls = await Promise.all(times(20, () => askByProgram(deal)))
      await attempt('20 equal calls at once', () => formatTally(calls.map(toOutcome)), '200 ×20')
      await attempt('make one', () => new Set(calls.map(({ body }) => body.clientSecret)).size, 1)

      const customer = await findCustomer(deal.buyer)
      const card = await stripe.paymentMethods.attach(READY_CARDS.good, { customer })
      const clientSecret = calls[0]?.body.clientSecret ?? ''
      const confirm = async (form: Record<string, string>): Promise<string> => {
        const path = `/stripe-simulator/v1/payment_intents/${toIntentId(clientSecret)}/confirm`
        const answer = await fetch(`${site.url}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${keys.publishableKey}` },
          body: new URLSearchParams({ client_secret: clientSecret, ...form }),
        })
        return String(answer.status)
      }
      await attempt('pays with a saved card', () => confirm({ payment_method: card.id }), '400')
      await attempt(
        'saves a card for the buyer',
        async () => {
          await confirm({ payment_method: READY_CARDS.good, setup_future_usage: 'on_session' })
          const { data } = await stripe.customers.listPaymentMethods(customer)
          return data.map(({ id }) => id)
        },
        [card.id],
      )
    },
  )
}
