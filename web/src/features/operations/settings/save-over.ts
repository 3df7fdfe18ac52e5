import type { QueryClient } from '@tanstack/react-query'

import type { SiteSettings } from '@kundig/contract/site/site-settings'

import { toFailure } from '../../../platform/api/failure.ts'
import { settingsQuery } from './settings.queries.ts'

/** What is set, with the version that a change has to name. */
export interface SeenSettings {
  version: number
  settings: SiteSettings
}

/** What came of saving: what is set then, or what somebody else set meanwhile. */
export type Saved<Answer> = { answer: Answer } | { meanwhile: SeenSettings }

type Group = 'face' | 'logo'

/** Whether a group is set in the same way. */
function isSame(one: SeenSettings, other: SeenSettings, group: Group): boolean {
  const [before, after] = [Object.entries(one.settings[group]), Object.entries(other.settings[group])]
  const values = new Map<string, unknown>(after)
  return before.length === after.length && before.every(([name, value]) => values.get(name) === value)
}

/**
 * Saves a group over what was seen. Where somebody changed another group meanwhile, it is saved all the same: nothing of theirs
 * is lost by it.
 * @param save sends the change, over a version
 * @throws Refusal of anything else
 */
export async function saveOver<Answer>(
  queryClient: QueryClient,
  seen: SeenSettings,
  group: Group,
  save: (version: number) => Promise<Answer>,
): Promise<Saved<Answer>> {
  const known = queryClient.getQueryData(settingsQuery.queryKey)
  // What this tab saved of another group meanwhile is no conflict.
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
