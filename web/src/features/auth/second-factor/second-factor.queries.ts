import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** State of this browser's unfinished log-in: second factor needed, or account suspended or banned. */
export const secondFactorAskedQuery = queryOptions({ ...api.auth.secondFactorAsked.queryOptions(), staleTime: 0 })

export const secondFactorQuery = queryOptions(api.auth.secondFactor.queryOptions())

/** Refetches the log-in's state. True while a second factor, a suspension or a ban prevents the log-in. */
export async function isSecondFactorPending(queryClient: QueryClient): Promise<boolean> {
  const { is_asked: isAsked, restriction } = await queryClient.query(secondFactorAskedQuery)
  return isAsked || restriction !== undefined
}
