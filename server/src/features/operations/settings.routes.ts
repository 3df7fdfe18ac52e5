import type { SettingGroup, SiteSettings } from '@kundig/contract/site-settings'

import { authorize } from '../../authorize.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SiteSettingsStore, VersionedSettings } from '../../platform/settings/site-settings.ts'
import { record } from './audit-log.repository.ts'
import type { GuardedProcedures } from './guarded-procedures.ts'
import { operationRefusal } from './operations.policy.ts'

/** The site itself, as the subject of an entry of the log: there is one. */
const SITE_ID = '00000000-0000-4000-8000-000000000000'

/** The log has words only: how high a fee is stands in the settings. */
const feeState = ({ percent_bp, fixed_cents, least_cents }: SiteSettings['fee']): string =>
  percent_bp + fixed_cents + least_cents === 0 ? 'no_fee' : 'fee'

/** What is set of the site. */
export function settingsProcedures(
  operations: GuardedProcedures,
  { db, siteSettings }: { db: Database; siteSettings: SiteSettingsStore },
) {
  /** @param told the state of a setting in words of the log */
  const change = <Group extends SettingGroup>(
    actorId: string,
    asked: { version: number; group: Group; values: SiteSettings[Group] },
    told: (values: SiteSettings[Group]) => string,
  ): Promise<VersionedSettings> =>
    db.transaction(async (tx, afterCommit) => {
      const before = await siteSettings.readNow(tx)
      const after = await siteSettings.change(tx, afterCommit, asked)
      await record(tx, {
        actorId,
        action: 'settings_changed',
        subjectKind: 'site',
        subjectId: SITE_ID,
        stateBefore: told(before.settings[asked.group]),
        stateAfter: told(after.settings[asked.group]),
      })
      return after
    })
  return {
    settings: operations.settings.handler(() => siteSettings.readNow(db)),
    setWaitingList: operations.setWaitingList.handler(({ context: { operator }, input: { version, is_on } }) => {
      authorize(operationRefusal(operator.role, 'owner'))
      return change(operator.userId, { version, group: 'waiting_list', values: { is_on } }, (values) =>
        values.is_on ? 'waiting_list_open' : 'waiting_list_closed',
      )
    }),
    setFee: operations.setFee.handler(({ context: { operator }, input: { version, ...values } }) => {
      authorize(operationRefusal(operator.role, 'owner'))
      return change(operator.userId, { version, group: 'fee', values }, feeState)
    }),
  }
}
