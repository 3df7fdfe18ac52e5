import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

/** What waits for a decision, the gravest first; or what the reader has taken. */
export const casesQuery = (mine: boolean) =>
  infiniteQueryOptions(
    api.operations.cases.infiniteOptions({
      input: (cursor: string | undefined) => ({ mine, ...(cursor !== undefined && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
  )

/** One case, without what people wrote. */
export const caseQuery = (caseId: string) =>
  queryOptions(api.operations.case.queryOptions({ input: { case_id: caseId } }))

/** What people wrote. Each fetch is an entry of the log, so it is fetched once for each time the page is opened, and not kept. */
export const lookQuery = (caseId: string) =>
  queryOptions({
    ...api.operations.lookAtCase.queryOptions({ input: { case_id: caseId } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
