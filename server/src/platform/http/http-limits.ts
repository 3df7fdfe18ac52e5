import { toClientNetwork } from '../limits/client-network.ts'
import { type Limits, MINUTE_S } from '../limits/limits.ts'

/** Limits page requests per network, which many people may share. Throws TOO_MANY_ATTEMPTS. */
export function createHttpLimits({ local }: Limits) {
  const pages = local({ most: 100, windowS: 10 })
  const documents = local({ most: 60, windowS: MINUTE_S })
  return {
    /** Counts the rendering of a page (5 ms of a processor). Navigation in the application is not counted. */
    page: (clientAddress: string): void => pages.consume(toClientNetwork(clientAddress)),
    document: (clientAddress: string): void => documents.consume(toClientNetwork(clientAddress)),
  }
}
