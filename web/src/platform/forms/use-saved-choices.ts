import { useMutation, useQueryClient } from '@tanstack/react-query'

import { toast } from '../../design-system/toasts/toast.tsx'
import { toFailure } from '../api/failure.ts'
import { sessionSignal } from '../api/session-state.ts'
import { useErrorText } from '../i18n/texts.ts'

export interface SavedChoices<Choices, Change> {
  /** Of the query that has the choices. */
  queryKey: readonly unknown[]
  /** The choices with a change, as the server will have them. */
  withChange: (choices: Choices, change: Change) => Choices
  /** @returns all choices, as the server has them then */
  save: (change: Change) => Promise<Choices>
}

/**
 * Choices that are saved as they are made: on the screen at once, and then on the server. What fails goes back to what the
 * server has, and is told. Calls go one after the other, so that the last choice is the last that the server hears.
 * @returns makes a choice
 */
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
    // With the session that chose it: what comes after its end is nobody's.
    onMutate: () => ({ ended: sessionSignal(queryClient) }),
    mutationFn: save,
    onError: (error, _change, context) => {
      if (context?.ended.aborted) return
      toast.error(errorText(toFailure(error).code))
      if (isLast()) void queryClient.invalidateQueries({ queryKey })
    },
    onSuccess: (choices, _change, { ended }) => {
      // An earlier answer must not undo, for a moment, what was chosen since.
      if (isLast() && !ended.aborted) queryClient.setQueryData<Choices>(queryKey, choices)
    },
  })
  return (change) => {
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData<Choices>(queryKey, (choices) => choices && withChange(choices, change))
    saving.mutate(change)
  }
}
