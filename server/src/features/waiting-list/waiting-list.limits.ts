import { HOUR_S, type Limits, MINUTE_S, createIpLimit } from '../../platform/limits/limits.ts'

export type WaitingListLimits = ReturnType<typeof createWaitingListLimits>

/** Each function throws Refusal TOO_MANY_ATTEMPTS over its limit. */
export function createWaitingListLimits({ shared }: Limits) {
  return {
    join: createIpLimit(shared('waitingListPerIp', { most: 20, windowS: HOUR_S })),
    invitation: createIpLimit(shared('invitationPerIp', { most: 60, windowS: 10 * MINUTE_S })),
  }
}
