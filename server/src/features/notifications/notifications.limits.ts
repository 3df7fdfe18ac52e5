import { HOUR_S, type Limits } from '../../platform/limits/limits.ts'

/** Each throws Refusal TOO_MANY_ATTEMPTS over its limit. */
export function createNotificationLimits({ shared }: Limits) {
  return {
    /** Valid or not: each causes a look-up of a name that a stranger chose. */
    subscription: shared('pushSubscriptionPerAccount', { most: 60, windowS: HOUR_S }).consume,
  }
}
