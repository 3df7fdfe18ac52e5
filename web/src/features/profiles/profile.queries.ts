import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'

import type { Language } from '@kundig/contract/languages'
import type { ExpertFilter } from '@kundig/contract/site/public-pages'

import { api } from '../../platform/api/client.ts'
import { isRefusal } from '../../platform/api/failure.ts'

/**
 * Options of the list of public experts, page by page. The filter is part of the key, so an answer that
 * comes late can never replace that of a newer query. Servers of the release before search the labels of one language
 * only, which has to be named.
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

/** The public experts that match; the former result stays on show while a new one loads. */
export function useExperts(filter: ExpertFilter, language: Language) {
  return useInfiniteQuery({ ...expertsQuery(filter, language), placeholderData: keepPreviousData, staleTime: 30_000 })
}

/** Options of one profile. */
export function profileQuery(id: string) {
  return queryOptions({
    ...api.profiles.get.queryOptions({ input: { id } }),
    staleTime: 30_000,
    // A refusal that came with the page is an answer; what failed on the way here is tried again.
    retryOnMount: (query) => !isRefusal(query.state.error),
  })
}

/** One profile, as whoever is logged in may see it. */
export function useProfile(id: string) {
  return useQuery(profileQuery(id))
}
