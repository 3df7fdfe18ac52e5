import { clientNetwork } from '../limits/client-network.ts'
import { type Limits, MINUTE_S } from '../limits/limits.ts'

/**
 * How much of what is for everyone one network may ask for. Many people may stand behind one address; what their browsers
 * load after the first page is not counted. Each throws Refusal TOO_MANY_ATTEMPTS over its limit.
 */
export function createHttpLimits({ local }: Limits) {
  const pages = local({ most: 100, windowS: 10 })
  const documents = local({ most: 60, windowS: MINUTE_S })
  return {
    /** Counts a page that is rendered: each takes 5 ms of a processor. */
    page: (clientAddress: string): void => pages.consume(clientNetwork(clientAddress)),
    /** Counts a copy of the API's description, which is large. */
    document: (clientAddress: string): void => documents.consume(clientNetwork(clientAddress)),
  }
}
