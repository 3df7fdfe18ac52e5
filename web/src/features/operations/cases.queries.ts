import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

/** Open cases, the most serious first. @param mine true for only the operator's own cases */
export const casesQuery = (mine: boolean) =>
  infiniteQueryOptions(
    api.operations.cases.infiniteOptions({
      input: (cursor: string | undefined) => ({ mine, ...(cursor !== undefined && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
  )

export const caseQuery = (caseId: string) =>
  queryOptions(api.operations.case.queryOptions({ input: { case_id: caseId } }))

/** Reported texts. The server logs each fetch, so the query runs once per visit of the page and is not cached. */
export const caseContentQuery = (caseId: string) =>
  queryOptions({
    ...api.operations.lookAtCase.queryOptions({ input: { case_id: caseId } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
