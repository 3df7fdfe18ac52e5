import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useLazyModule } from '../../../../design-system/lazy-module.ts'
import { useLiveConnection } from '../../../../platform/live/live-provider.tsx'

const loadFileSending = () => import('./file-sending.ts')

/** Opens the person's queue of files, and sends files of earlier visits. Mount once, while logged in. */
export function useSendingFiles(): void {
  const live = useLiveConnection()
  const queryClient = useQueryClient()
  const sending = useLazyModule(loadFileSending, live !== null)
  useEffect(() => {
    if (live) sending?.openAttachmentQueue(live, queryClient)
  }, [live, sending, queryClient])
}
