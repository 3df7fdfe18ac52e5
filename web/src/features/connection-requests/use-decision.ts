import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { RejectionReason } from '@kundig/contract/connection-requests/request-life-cycle'

import { toast } from '../../design-system/toasts/toast.tsx'
import { client } from '../../platform/api/client.ts'
import { getSessionSignal } from '../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { requestTexts } from './connection-requests.messages.ts'
import {
  cacheHistoryRequest,
  chooseErrorCode,
  refreshRequests,
  removePendingRequest,
} from './connection-requests.queries.ts'

export type Decision = 'accept' | 'reject'

export interface DecisionCallbacks {
  onAccepted: (roomId: string) => void
  onRejected: () => void
  /** Called for a request that was already decided, such as in another tab. That decision may have opened a room. */
  onDecidedBefore: () => void
}

/** Accepts or rejects a request. Callbacks and toasts still run after a live event has removed the card. */
export function useDecision(
  request: ConnectionRequest,
  { onAccepted, onRejected, onDecidedBefore }: DecisionCallbacks,
) {
  const queryClient = useQueryClient()
  const texts = useTexts(requestTexts)
  const errorText = useErrorText()
  const { id, counterpart } = request
  // React renders the pending state with a delay, and a second click must not decide again.
  const underWay = useRef(false)
  const release = (): void => {
    underWay.current = false
  }

  const settle = (decided: ConnectionRequest): void => {
    void removePendingRequest(queryClient, id)
    void cacheHistoryRequest(queryClient, decided)
  }
  const tell = (error: unknown, ended: AbortSignal | undefined): void => {
    if (ended?.aborted === true) return
    const code = chooseErrorCode(error, 'REQUEST_PROCESS_FAILED')
    // The request was withdrawn, or decided in another tab. The screen updates without an error.
    if (
      code === 'REQUEST_DECIDED' ||
      code === 'REQUEST_WITHDRAWN' ||
      code === 'REQUEST_EXPIRED' ||
      code === 'REQUEST_NOT_FOUND'
    ) {
      toast.info(errorText(code))
      void refreshRequests(queryClient)
      onDecidedBefore()
    } else toast.error(errorText(code))
  }

  const accept = useMutation({
    mutationFn: () => client.connectionRequests.accept({ id }),
    networkMode: 'always',
    onMutate: () => getSessionSignal(queryClient),
    onSuccess: ({ request: decided, room }, _input, ended) => {
      if (ended.aborted) return
      settle(decided)
      toast.success(texts.accepted(counterpart.full_name))
      onAccepted(room.id)
    },
    onError: (error, _input, ended) => tell(error, ended),
    onSettled: release,
  })
  const reject = useMutation({
    mutationFn: (reason: RejectionReason | undefined) => client.connectionRequests.reject({ id, reason }),
    networkMode: 'always',
    onMutate: () => getSessionSignal(queryClient),
    onSuccess: (decided, _input, ended) => {
      if (ended.aborted) return
      settle(decided)
      toast.info(texts.rejected(counterpart.full_name))
      onRejected()
    },
    onError: (error, _input, ended) => tell(error, ended),
    onSettled: release,
  })

  const deciding: Decision | null = accept.isPending ? 'accept' : reject.isPending ? 'reject' : null
  return {
    deciding,
    decide: (decision: Decision, reason?: RejectionReason): void => {
      if (underWay.current) return
      underWay.current = true
      if (decision === 'accept') accept.mutate()
      else reject.mutate(reason)
    },
  }
}
