import { client } from '../../../platform/api/client.ts'
import { useSavedChoices } from '../../../platform/forms/use-saved-choices.ts'
import { settingsQuery } from '../notifications.queries.ts'
import { applyChange } from './changed-settings.ts'

export type SettingsChange = Parameters<typeof client.notifications.changeSettings>[0]

export function useChangeSettings(): (change: SettingsChange) => void {
  return useSavedChoices({
    queryKey: settingsQuery.queryKey,
    withChange: applyChange,
    save: (change: SettingsChange) => client.notifications.changeSettings(change),
  })
}
