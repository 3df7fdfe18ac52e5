import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'

import type { Language } from '@kundig/contract/languages'
import type { ExpertFilter } from '@kundig/contract/site/public-pages'

import { api } from '../../platform/api/client.ts'
import { isRefusal } from '../../platform/api/failure.ts'

/**
 * Pages of public experts. The filter is part of the key, so that a late answer never replaces a newer query's. Servers
 * of the previous release search the labels of one language only, which must be named.
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

/** Matching experts; the previous result stays visible while a new one loads. */
export function useExperts(filter: ExpertFilter, language: Language) {
  return useInfiniteQuery({ ...expertsQuery(filter, language), placeholderData: keepPreviousData, staleTime: 30_000 })
}

export function profileQuery(id: string) {
  return queryOptions({
    ...api.profiles.get.queryOptions({ input: { id } }),
    staleTime: 30_000,
    // A refusal from the server-rendered page is final; a failed fetch is retried.
    retryOnMount: (query) => !isRefusal(query.state.error),
  })
}

export function useProfile(id: string) {
  return useQuery(profileQuery(id))
}
