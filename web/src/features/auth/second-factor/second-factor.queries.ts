import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** Options of the query that tells whether a log-in of this browser waits for the second factor, or is of somebody kept out. */
export const secondFactorAskedQuery = queryOptions({ ...api.auth.secondFactorAsked.queryOptions(), staleTime: 0 })

/** Options of the query that tells whether the person has a second factor. */
export const secondFactorQuery = queryOptions(api.auth.secondFactor.queryOptions())

/**
 * Asks anew whether whoever has logged in is held back all the same: the second factor is still asked for, or they are
 * suspended or banned.
 */
export async function isHeldBack(queryClient: QueryClient): Promise<boolean> {
  const { is_asked: isAsked, restriction } = await queryClient.query(secondFactorAskedQuery)
  return isAsked || restriction !== undefined
}
