import { type Limits, MINUTE_S } from '../../platform/limits/limits.ts'

/** Rate limits of receipts and lists. Each limit throws Refusal TOO_MANY_ATTEMPTS when it is exceeded. */
export function createBookLimits({ local, fairQueue }: Pick<Limits, 'local' | 'fairQueue'>) {
  return {
    receipt: local({ most: 60, windowS: MINUTE_S }).consume,
    list: local({ most: 120, windowS: MINUTE_S }).consume,
    /** Receipts are drawn one at a time, because drawing occupies a processor for up to half a second. */
    drawing: fairQueue({ slots: 1, waitingMax: 60, waitingPerKeyMax: 10, waitMs: 20_000 }),
  }
}
