import { HOUR_S, type Limits, MINUTE_S, perIp } from '../../platform/limits/limits.ts'

export type WaitingListLimits = ReturnType<typeof createWaitingListLimits>

/** Each throws Refusal TOO_MANY_ATTEMPTS over its limit. */
export function createWaitingListLimits({ shared }: Limits) {
  return {
    join: perIp(shared('waitingListPerIp', { most: 20, windowS: HOUR_S })),
    invitation: perIp(shared('invitationPerIp', { most: 60, windowS: 10 * MINUTE_S })),
  }
}
