import { HOUR_S, type Limits, perIp } from '../../platform/limits/limits.ts'

/** Each throws Refusal TOO_MANY_ATTEMPTS over its limit. */
export function createWaitingListLimits({ shared }: Limits) {
  return {
    join: perIp(shared('waitingListPerIp', { most: 20, windowS: HOUR_S })),
  }
}
