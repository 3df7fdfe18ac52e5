import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'

import type { Language } from '@kundig/contract/languages'
import type { ExpertFilter } from '@kundig/contract/site/public-pages'

import { api } from '../../platform/api/client.ts'
import { isRefusal } from '../../platform/api/failure.ts'

/**
 * Pages of public experts. The query key contains the filter, so that a late answer never replaces newer results.
 * `language` is for servers of the previous release, which search category labels in only one language.
 */
export function expertsQuery({ query, category, ...details }: ExpertFilter, language: Language) {
  const filter = {
    ...(query === '' ? {} : { query, language }),
    ...(category === undefined ? {} : { category }),
    ...details,
  }
  return infiniteQueryOptions(
    api.profiles.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? filter : { ...filter, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next_cursor ?? undefined,
    }),
  )
}

/** Loads matching experts. The previous results stay visible during the fetch. */
export function useExperts(filter: ExpertFilter, language: Language) {
  return useInfiniteQuery({ ...expertsQuery(filter, language), placeholderData: keepPreviousData, staleTime: 30_000 })
}

export function profileQuery(id: string) {
  return queryOptions({
    ...api.profiles.get.queryOptions({ input: { id } }),
    staleTime: 30_000,
    // A refusal in the server-rendered page is final. Failed fetches are retried.
    retryOnMount: (query) => !isRefusal(query.state.error),
  })
}

export function useProfile(id: string) {
  return useQuery(profileQuery(id))
}
