import { randomInt } from 'node:crypto'

import type { PaymentEnvironment } from '../payment-environment.ts'

/** What is done at Stripe, and what may go wrong with it. */
export type Act = 'dispute' | 'payment' | 'refund' | 'warning'

/** An answer that is given up: longer than the SDK waits (ms). */
const TOO_SLOW_MS = 11_000
const SLOW_EVERY = 40
/** The latest that a late event comes (ms): later than many a younger one. */
const LATE_MS = 8000

/** What Stripe's events of an act are called, and how many of each there are. */
const EVENTS: Record<Act, readonly [prefix: string, times: number][]> = {
  dispute: [['charge.dispute.', 2]],
  payment: [['payment_intent.succeeded', 1]],
  refund: [
    ['refund.', 1],
    ['charge.refunded', 1],
  ],
  warning: [['radar.', 1]],
}
/** Never, ten times, late and in the wrong order, and as usual. */
const TELLINGS = [
  () => ({ action: 'drop' }),
  () => ({ action: 'duplicate', copies: 10 }),
  () => ({ action: 'delay', ms: randomInt(LATE_MS) }),
  null,
] as const

/** What the server, or the browser, asks Stripe for in such an act. */
const ASKED: Record<Act, readonly string[]> = {
  dispute: ['/v1/disputes', '/v1/transfers', '/v1/charges'],
  payment: ['/v1/payment_intents'],
  refund: ['/v1/refunds', '/v1/payment_intents'],
  warning: ['/v1/radar'],
}
/**
 * Refused, and cut before and after Stripe has acted; as often not, so that what is left for later does not pile up. Stripe keeps
 * 500 under the key of a call, and 429 and 503 not.
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

/**
 * Has Stripe fail, and its events come ten times, late, in the wrong order, or never. What comes next meets it, whosever act
 * it is of: over many acts each meets everything.
 */
export function createDisturbances({ control }: Pick<PaymentEnvironment, 'control'>) {
  const counts: Record<Act, number> = { dispute: 0, payment: 0, refund: 0, warning: 0 }
  let acts = 0

  async function disturbTelling(act: Act, of: number): Promise<void> {
    const telling = TELLINGS[of % TELLINGS.length]
    if (!telling) return
    for (const [type_prefix, times] of EVENTS[act]) {
      await control('/webhooks/rules', { type_prefix, times, ...telling() })
    }
  }

  async function disturbAsking(act: Act, of: number): Promise<void> {
    const failing = FAILINGS[of % FAILINGS.length]
    const path_prefix = ASKED[act][of % ASKED[act].length]
    // Twice is one try of the SDK too few; three times is a failure that a browser sees.
    if (failing) await control('/faults', { path_prefix, times: randomInt(1, 4), ...failing })
  }

  return {
    /** Arranges what goes wrong with the next such act. */
    before: async (act: Act): Promise<void> => {
      const of = counts[act]++
      const at = acts++
      await disturbTelling(act, of)
      await disturbAsking(act, of)
      if (at % SLOW_EVERY === 0) {
        const mode = at % (2 * SLOW_EVERY) === 0 ? 'delay_answer' : 'slow'
        await control('/faults', { method: 'POST', path_prefix: ASKED[act][0], mode, ms: TOO_SLOW_MS })
      }
    },
  }
}

export type Disturbances = ReturnType<typeof createDisturbances>
