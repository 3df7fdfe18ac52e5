import { Refusal } from '@kundig/contract/errors'
import { REPORT_LIMITS } from '@kundig/contract/safety/report-limits'

import { DAY_S, type Limits, createIpLimit } from '../../platform/limits/limits.ts'

/** Each function throws Refusal TOO_MANY_ATTEMPTS over its limit, except `visitorReceipt`. */
export function createSafetyLimits({ shared }: Limits) {
  const receiptPerAddress = shared('visitorReceiptPerAddress', { most: 3, windowS: DAY_S })
  return {
    /** Limits blocks per account, because each block may end requests, rooms and payments. */
    block: shared('blockPerAccount', { most: 200, windowS: DAY_S }).consume,
    report: shared('reportPerAccount', { most: REPORT_LIMITS.perDay, windowS: DAY_S }).consume,
    visitorReport: createIpLimit(shared('visitorReportPerIp', { most: REPORT_LIMITS.perDay, windowS: DAY_S })),
    /** Returns null over the address's limit, because visitors can enter other people's addresses. */
    visitorReceipt: async (email: string | undefined): Promise<string | null> => {
      if (email === undefined) return null
      try {
        await receiptPerAddress.consume(email)
        return email
      } catch (error) {
        if (error instanceof Refusal) return null
        throw error
      }
    },
  }
}

export type SafetyLimits = ReturnType<typeof createSafetyLimits>
