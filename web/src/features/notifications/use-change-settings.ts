import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'

import { toast } from '../../design-system/toast.tsx'
import { client } from '../../platform/api/client.ts'
import { toFailure } from '../../platform/api/failure.ts'
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
    mutationFn: (change: SettingsChange) => client.notifications.changeSettings(change),
    onError: (error) => {
      toast.error(errorText(toFailure(error).code))
      if (isLast()) void queryClient.invalidateQueries({ queryKey })
    },
    onSuccess: (settings: NotificationSettings) => {
      // An earlier answer must not undo, for a moment, what was chosen since.
      if (isLast()) putSettings(queryClient, settings)
    },
  })
  return (change) => {
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (settings) => settings && withChange(settings, change))
    saving.mutate(change)
  }
}
