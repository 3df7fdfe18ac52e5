import type { QueryClient } from '@tanstack/react-query'

import type { SiteSettings } from '@kundig/contract/site/site-settings'

import { toFailure } from '../../../platform/api/failure.ts'
import { settingsQuery } from './settings.queries.ts'

/** Settings with the version that a save must send. */
export interface SeenSettings {
  version: number
  settings: SiteSettings
}

/** Outcome of a save: the server's answer, or the conflicting settings of another owner. */
export type Saved<Answer> = { answer: Answer } | { meanwhile: SeenSettings }

type Group = 'face' | 'logo'

function isSame(one: SeenSettings, other: SeenSettings, group: Group): boolean {
  const [before, after] = [Object.entries(one.settings[group]), Object.entries(other.settings[group])]
  const values = new Map<string, unknown>(after)
  return before.length === after.length && before.every(([name, value]) => values.get(name) === value)
}

/** Saves a group of settings. Only a change of the same group by another owner is a conflict. @throws other refusals */
export async function saveSettingsGroup<Answer>(
  queryClient: QueryClient,
  seen: SeenSettings,
  group: Group,
  save: (version: number) => Promise<Answer>,
): Promise<Saved<Answer>> {
  const known = queryClient.getQueryData(settingsQuery.queryKey)
  // Uses the version in the cache if this group of settings is unchanged there.
  let { version } = known && isSame(seen, known, group) ? known : seen
  for (;;) {
    try {
      return { answer: await save(version) }
    } catch (error) {
      if (toFailure(error).code !== 'SETTINGS_CHANGED') throw error
      const now = await queryClient.query({ ...settingsQuery, staleTime: 0 })
      if (!isSame(seen, now, group)) return { meanwhile: now }
      version = now.version
    }
  }
}
