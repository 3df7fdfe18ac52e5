import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'

import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'

import { api } from '../../platform/api/client.ts'
import type { BellList } from './bell-cache.ts'

export const bellQuery = infiniteQueryOptions(
  api.notifications.list.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  }),
)

export const settingsQuery = queryOptions(api.notifications.settings.queryOptions())

/** Changes the bell's list. Repeats a fetch in progress, because its response may be older than the change. */
export function updateBell(queryClient: QueryClient, change: (list: BellList) => BellList): void {
  const { queryKey } = bellQuery
  const isAsked = queryClient.isFetching({ queryKey }) > 0
  queryClient.setQueryData<BellList>(queryKey, (list) => list && change(list))
  if (isAsked) void queryClient.invalidateQueries({ queryKey })
}

export function cacheNotificationSettings(queryClient: QueryClient, settings: NotificationSettings): void {
  queryClient.setQueryData(settingsQuery.queryKey, settings)
}
