import { DAY_S, type Limits } from '../../platform/limits/limits.ts'

/** Each throws Refusal TOO_MANY_ATTEMPTS over its limit. */
export function createRequestLimits({ shared }: Limits) {
  return {
    /** Connection requests sent, or refused, per account: more is advertising. */
    introduction: shared('introductionPerAccount', { most: 40, windowS: DAY_S }).consume,
  }
}
