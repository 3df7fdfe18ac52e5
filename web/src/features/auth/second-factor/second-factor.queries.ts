import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** State of this browser's log-in: pending second factor, or a suspended or banned account. */
export const secondFactorAskedQuery = queryOptions({ ...api.auth.secondFactorAsked.queryOptions(), staleTime: 0 })

export const secondFactorQuery = queryOptions(api.auth.secondFactor.queryOptions())

/** Refetches; true while a second factor, a suspension or a ban keeps the logged-in person out. */
export async function isSecondFactorPending(queryClient: QueryClient): Promise<boolean> {
  const { is_asked: isAsked, restriction } = await queryClient.query(secondFactorAskedQuery)
  return isAsked || restriction !== undefined
}
