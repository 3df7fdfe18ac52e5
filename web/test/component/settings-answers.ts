import { vi } from 'vitest'

import { Refusal } from '@kundig/contract/errors'
import { DEFAULT_SETTINGS, type SiteSettings } from '@kundig/contract/site/site-settings'

import type { ProcedureAnswers } from './fake-api.ts'

interface SeenSettings {
  version: number
  settings: SiteSettings
}

export const FINE_HEALTH = {
  checked_at: '2026-03-02T09:30:00.000Z',
  state: 'fine' as const,
  backlogs: [],
  resources: [],
  servers: [],
  failures: [],
}

/** Creates answers for settings. A save with an outdated version is refused. */
export function createFakeSettingsApi() {
  let seen: SeenSettings = { version: 1, settings: DEFAULT_SETTINGS }
  const change = (settings: Partial<SiteSettings>): SeenSettings => {
    seen = { version: seen.version + 1, settings: { ...seen.settings, ...settings } }
    return seen
  }
  const saveOver = (version: number, settings: Partial<SiteSettings>): SeenSettings => {
    if (version !== seen.version) throw new Refusal('SETTINGS_CHANGED')
    return change(settings)
  }
  const operations = {
    settings: () => seen,
    auditLog: () => ({ items: [], next_before: null }),
    setFee: vi.fn<(input: { version: number } & SiteSettings['fee']) => SeenSettings>(({ version, ...fee }) =>
      saveOver(version, { fee }),
    ),
    setFace: vi.fn<(input: { version: number } & SiteSettings['face']) => SeenSettings>(({ version, ...face }) =>
      saveOver(version, { face }),
    ),
    setCategories: vi.fn<(input: { version: number } & SiteSettings['categories']) => SeenSettings>(
      ({ version, list }) => saveOver(version, { categories: { list } }),
    ),
  } satisfies ProcedureAnswers['operations']
  return { operations, change }
}
