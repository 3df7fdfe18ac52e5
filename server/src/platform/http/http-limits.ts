import { clientNetwork } from '../limits/client-network.ts'
import { type Limits, MINUTE_S } from '../limits/limits.ts'

/**
 * Limits per network, which many people may share. Loads after the first page are not counted. Over it:
 * TOO_MANY_ATTEMPTS.
 */
export function createHttpLimits({ local }: Limits) {
  const pages = local({ most: 100, windowS: 10 })
  const documents = local({ most: 60, windowS: MINUTE_S })
  return {
    /** Rendering takes 5 ms of a processor. */
    page: (clientAddress: string): void => pages.consume(clientNetwork(clientAddress)),
    document: (clientAddress: string): void => documents.consume(clientNetwork(clientAddress)),
  }
}
