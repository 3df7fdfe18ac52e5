import type { z } from 'zod'

import {
  DEFAULT_SETTINGS,
  SETTING_GROUPS,
  type SettingGroup,
  type SiteSettings,
} from '@kundig/contract/site/site-settings'

/** Reads each group of settings separately. An invalid group, such as a later release's, gets its defaults. */
export function readSettings(
  stored: Readonly<Record<string, unknown>>,
  onBroken: (group: string) => void = () => undefined,
): SiteSettings {
  const read = <Group extends SettingGroup>(
    group: Group,
    schema: z.ZodType<SiteSettings[Group]>,
  ): SiteSettings[Group] => {
    const kept = stored[group]
    const values = typeof kept === 'object' && kept !== null ? kept : {}
    const result = schema.safeParse({ ...DEFAULT_SETTINGS[group], ...values })
    if (result.success && (kept === undefined || values === kept)) return result.data
    onBroken(group)
    return DEFAULT_SETTINGS[group]
  }
  return {
    waiting_list: read('waiting_list', SETTING_GROUPS.waiting_list),
    fee: read('fee', SETTING_GROUPS.fee),
    categories: read('categories', SETTING_GROUPS.categories),
    face: read('face', SETTING_GROUPS.face),
    logo: read('logo', SETTING_GROUPS.logo),
  }
}
