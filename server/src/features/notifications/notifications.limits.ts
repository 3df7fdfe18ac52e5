import { HOUR_S, type Limits } from '../../platform/limits/limits.ts'

/** Each limit throws Refusal TOO_MANY_ATTEMPTS. */
export function createNotificationLimits({ shared }: Limits) {
  return {
    /** Counts invalid subscriptions too, because each one causes a look-up of a host name that a stranger chose. */
    subscription: shared('pushSubscriptionPerAccount', { most: 60, windowS: HOUR_S }).consume,
  }
}
