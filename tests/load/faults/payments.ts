import { randomInt } from 'node:crypto'

import {
  type Deal,
  openPaymentEnvironment,
  type PaymentMessage,
  payWithRetries,
} from '@kundig/testing/payments/payment-environment'

import { SECRET, type TestEnvironment } from './test-environment.ts'

const ROOMS = 20
const MODES = ['refuse', 'drop', 'drop_answer'] as const
/** Delay of an answer that exceeds the SDK's timeout (ms). */
const TOO_SLOW_MS = 11_000
const SLOW_EVERY = 50

export interface PaymentCost {
  paid: number
  /** Number of paid requests that are not completed, or are charged with a different amount. */
  lost: number
  doubled: number
  refusals: number
}

/** Makes payments while Stripe answers 500, is slow, and cuts connections before and after acting. Clients retry. */
export async function payUnderFaults(
  count: number,
  { databaseUrl, ...servers }: TestEnvironment,
): Promise<PaymentCost> {
  const server = await servers.startServer({}, ['--simulator'])
  const sql = await servers.openSql()
  const environment = await openPaymentEnvironment(server, { databaseUrl, sql: sql.query, secret: SECRET })
  let refusals = 0
  async function pay(deal: Deal, cents: number): Promise<PaymentMessage> {
    const { message, claimed } = await payWithRetries(environment, deal, (cents / 100).toFixed(2), () => refusals++)
    // The request is no longer pending if Stripe's event was first.
    if (claimed !== 200 && claimed !== 409) throw new Error(`an answer of ${claimed} instead of 200 or 409`)
    return message
  }

  try {
    const deals: Deal[] = []
    while (deals.length < ROOMS) deals.push(await environment.ownDeal())
    const injectFault = (mode: string, rest: object): Promise<unknown> =>
      environment.control('/faults', { path_prefix: '/v1/payment_intents', mode, ...rest })
    const paid: { message: PaymentMessage; cents: number }[] = []
    await Promise.all(
      deals.map(async (deal, of) => {
        for (let at = of; at < count; at += ROOMS) {
          if (at % SLOW_EVERY === 0) await injectFault('delay_answer', { method: 'POST', ms: TOO_SLOW_MS })
          // The SDK's own retries hide up to two failures in a row. Further failures reach the browser.
          await injectFault(MODES[at % MODES.length] ?? 'refuse', { times: randomInt(1, 5) })
          const cents = 100 + at
          paid.push({ message: await pay(deal, cents), cents })
        }
      }),
    )
    await environment.control('/faults/clear')

    const cost: PaymentCost = { paid: 0, lost: 0, doubled: 0, refusals }
    for (const { message, cents } of paid) {
      const [charged, { status }] = await Promise.all([environment.charges(message), environment.stored(message)])
      const intents = await sql.query(
        `SELECT 1 FROM stripe_simulator.objects
         WHERE kind = 'payment_intent' AND data->'metadata'->>'payment_request_id' = $1`,
        [message.payment_request_id],
      )
      cost.paid++
      if (status !== 'completed' || charged.count === 0 || charged.cents < cents) cost.lost++
      if (charged.count > 1 || charged.cents > cents || intents.length !== 1) cost.doubled++
    }
    return cost
  } finally {
    await environment.close()
    await sql.close()
  }
}
