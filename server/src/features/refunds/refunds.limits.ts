import type { Limits, SharedLimit } from '../../platform/limits/limits.ts'

export type RefundLimits = ReturnType<typeof createRefundLimits>

/** Limits of refunds. @param payment counts together with the rest of payments */
export function createRefundLimits({ turns }: Pick<Limits, 'turns'>, payment: SharedLimit['consume']) {
  return {
    payment,
    /**
     * Few refunds of one payment at a time: each that waits for its lock holds a database connection that others need.
     */
    refunding: turns({
      places: 8,
      placesPerKey: 4,
      waitingMax: 200,
      waitingPerKeyMax: 20,
      waitMs: 10_000,
      busy: 'TOO_MANY_ATTEMPTS',
    }),
  }
}
