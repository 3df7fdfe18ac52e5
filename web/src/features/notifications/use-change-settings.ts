import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'

import { toast } from '../../design-system/toasts/toast.tsx'
import { client } from '../../platform/api/client.ts'
import { toFailure } from '../../platform/api/failure.ts'
import { sessionSignal } from '../../platform/api/session-state.ts'
import { useErrorText } from '../../platform/i18n/texts.ts'
import { withChange } from './changed-settings.ts'
import { putSettings, settingsQuery } from './notifications.queries.ts'

export type SettingsChange = Parameters<typeof client.notifications.changeSettings>[0]

/** Of all calls, so that the last choice is the last that the server hears. */
const SCOPE = 'notification-settings'

/** Changes settings: on the screen at once, and then on the server. What fails goes back to what the server has. */
export function useChangeSettings(): (change: SettingsChange) => void {
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const { queryKey } = settingsQuery
  const isLast = (): boolean => queryClient.isMutating({ mutationKey: [SCOPE] }) === 1
  const saving = useMutation({
    mutationKey: [SCOPE],
    scope: { id: SCOPE },
    // With the session that chose it: what comes after its end is nobody's.
    onMutate: () => ({ ended: sessionSignal(queryClient) }),
    mutationFn: (change: SettingsChange) => client.notifications.changeSettings(change),
    onError: (error, _change, context) => {
      if (context?.ended.aborted) return
      toast.error(errorText(toFailure(error).code))
      if (isLast()) void queryClient.invalidateQueries({ queryKey })
    },
    onSuccess: (settings: NotificationSettings, _change, { ended }) => {
      // An earlier answer must not undo, for a moment, what was chosen since.
      if (isLast() && !ended.aborted) putSettings(queryClient, settings)
    },
  })
  return (change) => {
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (settings) => settings && withChange(settings, change))
    saving.mutate(change)
  }
}
