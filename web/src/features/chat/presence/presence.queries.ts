import { focusManager, queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** Interval at which a tab with an open room fetches the partner's presence and reports the person's own (ms). */
const REFETCH_MS = 60_000

/** Presence of a room's partner. Only focused tabs fetch it, and after a failure nothing shows. */
export const activityQuery = (roomId: string) =>
  queryOptions({
    ...api.chat.active.queryOptions({ input: { room_id: roomId } }),
    // The call also reports the person as online, so only a focused tab may make it.
    enabled: () => focusManager.isFocused(),
    refetchInterval: REFETCH_MS,
    staleTime: REFETCH_MS / 2,
    retry: false,
  })

export const privacyQuery = queryOptions(api.chat.privacy.queryOptions())
