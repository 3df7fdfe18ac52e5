import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import type { Reaction } from '@kundig/contract/chat/reactions'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText } from '../../../platform/i18n/texts.ts'
import { getApplyChanged } from '../cache/incoming.ts'
import type { PresentMessage } from '../cache/message.ts'

export type SetReaction = (message: PresentMessage, reaction: Reaction | null) => void

/** Sets or removes the person's reaction. The change shows after the server's answer, and a failure shows a toast. */
export function useSetReaction(): SetReaction {
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  return useCallback(
    ({ room_id, seq }, reaction) => {
      const applyChanged = getApplyChanged(queryClient)
      client.chat
        .react({ room_id, seq, reaction })
        .then(applyChanged)
        .catch((error: unknown) => toast.error(errorText(toFailure(error).code)))
    },
    [queryClient, errorText],
  )
}
