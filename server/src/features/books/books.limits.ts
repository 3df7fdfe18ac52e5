import { type Limits, MINUTE_S } from '../../platform/limits/limits.ts'

/** Limits of receipts and lists. Each throws Refusal TOO_MANY_ATTEMPTS over its limit. */
export function createBookLimits({ local, turns }: Pick<Limits, 'local' | 'turns'>) {
  return {
    /** Receipts that an account has drawn, and lists of payments that it reads. */
    receipt: local({ most: 60, windowS: MINUTE_S }).consume,
    list: local({ most: 120, windowS: MINUTE_S }).consume,
    /** Receipts are drawn one after the other: each takes a processor for a while. */
    drawing: turns({ places: 1, waitingMax: 60, waitingPerKeyMax: 10, waitMs: 20_000 }),
  }
}
