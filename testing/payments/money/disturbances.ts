import { randomInt } from 'node:crypto'

import type { PaymentEnvironment } from '../payment-environment.ts'

/** Actions at Stripe that may be disturbed. */
export type Act = 'dispute' | 'payment' | 'refund' | 'warning'

/** Delay of an answer beyond the SDK's timeout (ms). */
const TOO_SLOW_MS = 11_000
const SLOW_EVERY = 40
/** Maximum delay of an event (ms). Many newer events arrive during this delay. */
const LATE_MS = 8000

const EVENTS: Record<Act, readonly [prefix: string, times: number][]> = {
  dispute: [['charge.dispute.', 2]],
  payment: [['payment_intent.succeeded', 1]],
  refund: [
    ['refund.', 1],
    ['charge.refunded', 1],
  ],
  warning: [['radar.', 1]],
}
/** Drops an event, sends it ten times, delays it out of order, or sends it normally. */
const EVENT_FAULTS = [
  () => ({ action: 'drop' }),
  () => ({ action: 'duplicate', copies: 10 }),
  () => ({ action: 'delay', ms: randomInt(LATE_MS) }),
  null,
] as const

/** Paths of Stripe's API that the server or browser requests in each action. */
const ASKED: Record<Act, readonly string[]> = {
  dispute: ['/v1/disputes', '/v1/transfers', '/v1/charges'],
  payment: ['/v1/payment_intents'],
  refund: ['/v1/refunds', '/v1/payment_intents'],
  warning: ['/v1/radar'],
}
/**
 * Faults that refuse a call, or cut it before or after Stripe has executed it. Nearly half are null (no fault), so that
 * retries do not pile up. Stripe stores a 500 under the call's idempotency key, but not 429 and 503.
 */
const FAILINGS = [
  { mode: 'refuse', status: 500 },
  null,
  { mode: 'drop' },
  null,
  { mode: 'drop_answer' },
  { mode: 'refuse', status: 503 },
  null,
  { mode: 'drop_answer' },
  null,
  { mode: 'refuse', status: 429 },
  null,
] as const

/** Makes Stripe fail, and delays, repeats or drops its events. A fault applies to the next matching call. */
export function createDisturbances({ control }: Pick<PaymentEnvironment, 'control'>) {
  const counts: Record<Act, number> = { dispute: 0, payment: 0, refund: 0, warning: 0 }
  let acts = 0

  async function injectEventFaults(act: Act, of: number): Promise<void> {
    const telling = EVENT_FAULTS[of % EVENT_FAULTS.length]
    if (!telling) return
    for (const [type_prefix, times] of EVENTS[act]) {
      await control('/webhooks/rules', { type_prefix, times, ...telling() })
    }
  }

  async function injectRequestFaults(act: Act, of: number): Promise<void> {
    const failing = FAILINGS[of % FAILINGS.length]
    const path_prefix = ASKED[act][of % ASKED[act].length]
    // The SDK's retries hide up to two failures; a third failure reaches the browser.
    if (failing) await control('/faults', { path_prefix, times: randomInt(1, 4), ...failing })
  }

  return {
    /** Prepares the next fault of an action. */
    before: async (act: Act): Promise<void> => {
      const of = counts[act]++
      const at = acts++
      await injectEventFaults(act, of)
      await injectRequestFaults(act, of)
      if (at % SLOW_EVERY === 0) {
        const mode = at % (2 * SLOW_EVERY) === 0 ? 'delay_answer' : 'slow'
        await control('/faults', { method: 'POST', path_prefix: ASKED[act][0], mode, ms: TOO_SLOW_MS })
      }
    },
  }
}

export type Disturbances = ReturnType<typeof createDisturbances>
