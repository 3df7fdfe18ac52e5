import { focusManager, queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** How often a tab that shows an open room asks when its partner was there, and so says that it is there itself (ms). */
const ASKED_EVERY_MS = 60_000

/** When the partner of an open room was there. Asked by tabs that are looked at; where that fails, nothing is said. */
export const activityQuery = (roomId: string) =>
  queryOptions({
    ...api.chat.active.queryOptions({ input: { room_id: roomId } }),
    // Asking says that one is there: a hidden tab that loads or gets its network back must not. It asks as soon as it is seen.
    enabled: () => focusManager.isFocused(),
    refetchInterval: ASKED_EVERY_MS,
    staleTime: ASKED_EVERY_MS / 2,
    retry: false,
  })

/** What the person's partners are told of them. */
export const privacyQuery = queryOptions(api.chat.privacy.queryOptions())
