import type { SettingGroup, SiteSettings } from '@kundig/contract/site/site-settings'

import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { SiteSettingsStore, VersionedSettings } from '../../../platform/settings/site-settings.ts'
import { recordAuditEntry } from '../team/audit-log.repository.ts'
import { SITE_ID } from './site-id.ts'

/** Changes and logs a settings group in one transaction. @throws Refusal SETTINGS_CHANGED for an old `version` */
export function createSettingsChange({ db, siteSettings }: { db: Database; siteSettings: SiteSettingsStore }) {
  return <Group extends SettingGroup>(
    actorId: string,
    asked: { version: number; group: Group; values: SiteSettings[Group] },
    describe: (values: SiteSettings[Group]) => string,
    alongside?: (tx: Transaction) => Promise<void>,
  ): Promise<VersionedSettings> =>
    db.transaction(async (tx, afterCommit) => {
      const before = await siteSettings.readNow(tx)
      const after = await siteSettings.change(tx, afterCommit, asked)
      await alongside?.(tx)
      await recordAuditEntry(tx, {
        actorId,
        action: 'settings_changed',
        subjectKind: 'site',
        subjectId: SITE_ID,
        stateBefore: describe(before.settings[asked.group]),
        stateAfter: describe(after.settings[asked.group]),
      })
      return after
    })
}
