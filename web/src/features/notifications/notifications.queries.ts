import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'

import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'

import { api } from '../../platform/api/client.ts'
import type { BellList } from './bell-cache.ts'

/** What the bell lists, newest first; pages by cursor. The first page comes with the number of unread entries. */
export const bellQuery = infiniteQueryOptions(
  api.notifications.list.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  }),
)

/** Options of the query for what the person has chosen to be sent. */
export const settingsQuery = queryOptions(api.notifications.settings.queryOptions())

/**
 * Puts news into the bell's list. An answer that is under way may be older than the news: it is asked for again.
 * @param change returns the list with the news
 */
export function updateBell(queryClient: QueryClient, change: (list: BellList) => BellList): void {
  const { queryKey } = bellQuery
  const isAsked = queryClient.isFetching({ queryKey }) > 0
  queryClient.setQueryData<BellList>(queryKey, (list) => list && change(list))
  if (isAsked) void queryClient.invalidateQueries({ queryKey })
}

/** Puts settings into the cache. */
export function putSettings(queryClient: QueryClient, settings: NotificationSettings): void {
  queryClient.setQueryData(settingsQuery.queryKey, settings)
}
