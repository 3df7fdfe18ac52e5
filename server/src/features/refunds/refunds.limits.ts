import type { Limits, SharedLimit } from '../../platform/limits/limits.ts'

export type RefundLimits = ReturnType<typeof createRefundLimits>

export function createRefundLimits({ fairQueue }: Pick<Limits, 'fairQueue'>, payment: SharedLimit['consume']) {
  return {
    payment,
    /** Limits concurrent refunds of one payment, because each waits for the lock with a database connection. */
    refunding: fairQueue({
      slots: 8,
      slotsPerKey: 4,
      waitingMax: 200,
      waitingPerKeyMax: 20,
      waitMs: 10_000,
      busy: 'TOO_MANY_ATTEMPTS',
    }),
  }
}
