import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { api } from '../../platform/api/client.ts'
import { useLiveEvent } from '../../platform/live/use-live-events.ts'

/** Refetches blocks and search results after an event. Mount once, while a person is logged in. */
export function useSafetyEvents(): void {
  const queryClient = useQueryClient()
  const onChanged = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: api.safety.key() })
    void queryClient.invalidateQueries({ queryKey: api.profiles.list.key() })
  }, [queryClient])
  useLiveEvent('block.changed', onChanged)
}
