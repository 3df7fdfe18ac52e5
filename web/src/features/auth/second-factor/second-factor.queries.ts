import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** Options of the query that tells whether a log-in of this browser waits for the second factor. */
export const secondFactorAskedQuery = queryOptions({ ...api.auth.secondFactorAsked.queryOptions(), staleTime: 0 })

/** Options of the query that tells whether the person has a second factor. */
export const secondFactorQuery = queryOptions(api.auth.secondFactor.queryOptions())

/** Asks anew whether a log-in waits for the second factor. */
export async function isSecondFactorAsked(queryClient: QueryClient): Promise<boolean> {
  return (await queryClient.query(secondFactorAskedQuery)).is_asked
}
