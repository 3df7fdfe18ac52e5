import { clientNetwork } from '../limits/client-network.ts'
import { type Limits, MINUTE_S } from '../limits/limits.ts'

/**
 * Limits of public resources per network. Many people may share one address; what their browsers load after the first
 * page is not counted. Each throws Refusal TOO_MANY_ATTEMPTS over its limit.
 */
export function createHttpLimits({ local }: Limits) {
  const pages = local({ most: 100, windowS: 10 })
  const documents = local({ most: 60, windowS: MINUTE_S })
  return {
    /** Counts a page that is rendered: each takes 5 ms of a processor. */
    page: (clientAddress: string): void => pages.consume(clientNetwork(clientAddress)),
    /** Counts a download of the API's description, which is large. */
    document: (clientAddress: string): void => documents.consume(clientNetwork(clientAddress)),
  }
}
