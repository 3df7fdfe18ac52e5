import { useMutation, useQueryClient } from '@tanstack/react-query'

import { toast } from '../../design-system/toasts/toast.tsx'
import { toFailure } from '../api/failure.ts'
import { getSessionSignal } from '../api/session-state.ts'
import { useErrorText } from '../i18n/texts.ts'

export interface SavedChoices<Choices, Change> {
  queryKey: readonly unknown[]
  withChange: (choices: Choices, change: Change) => Choices
  /** Saves one change on the server. @returns all choices as the server stored them */
  save: (change: Change) => Promise<Choices>
}

/** Saves choices optimistically. A failure restores the server's state. Saves run in order, so the last one wins. */
export function useSavedChoices<Choices, Change>({
  queryKey,
  withChange,
  save,
}: SavedChoices<Choices, Change>): (change: Change) => void {
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const mutationKey = ['choices', ...queryKey]
  const isLast = (): boolean => queryClient.isMutating({ mutationKey }) === 1
  const saving = useMutation({
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    // Stores the session's signal, so that the callbacks ignore answers that arrive after a log-out.
    onMutate: () => ({ ended: getSessionSignal(queryClient) }),
    mutationFn: save,
    onError: (error, _change, context) => {
      if (context?.ended.aborted) return
      toast.error(errorText(toFailure(error).code))
      if (isLast()) void queryClient.invalidateQueries({ queryKey })
    },
    onSuccess: (choices, _change, { ended }) => {
      // Ignores the answer while a later save is running, because the answer lacks the later choice.
      if (isLast() && !ended.aborted) queryClient.setQueryData<Choices>(queryKey, choices)
    },
  })
  return (change) => {
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<Choices>(queryKey, (choices) => choices && withChange(choices, change))
    saving.mutate(change)
  }
}
