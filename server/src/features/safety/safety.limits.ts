import { DAY_S, type Limits } from '../../platform/limits/limits.ts'

/** Each throws Refusal TOO_MANY_ATTEMPTS over its limit. */
export function createSafetyLimits({ shared }: Limits) {
  return {
    /** Blocks per account: each may end requests, rooms and payments. */
    block: shared('blockPerAccount', { most: 200, windowS: DAY_S }).consume,
  }
}
