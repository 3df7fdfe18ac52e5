import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { useMissedEvents, useLiveEvent } from '../../platform/live/use-live-events.ts'
import { CHANGED_BY_DECISIONS } from './decisions/decisions.queries.ts'

export async function refreshOperations(queryClient: QueryClient): Promise<void> {
  await Promise.all(CHANGED_BY_DECISIONS.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

export function useOperationsEvents(): void {
  const queryClient = useQueryClient()
  const onChanged = useCallback(() => void refreshOperations(queryClient), [queryClient])
  useLiveEvent('operations.changed', onChanged)
  useMissedEvents(onChanged)
}
