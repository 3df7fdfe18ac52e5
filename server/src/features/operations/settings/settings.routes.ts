import { isDeepStrictEqual } from 'node:util'

import { Refusal } from '@kundig/contract/errors'
import { DEFAULT_BRANDING } from '@kundig/contract/site/branding'
import type { SiteSettings } from '@kundig/contract/site/site-settings'

import { authorize } from '../../../authorize.ts'
import type { Database } from '../../../platform/database/database.ts'
import {
  findContrastFailures,
  findReadableColours,
  computeColourTokens,
} from '../../../platform/settings/branding-colours.ts'
import type { SiteSettingsStore } from '../../../platform/settings/site-settings.ts'
import type { GuardedProcedures } from '../guarded-procedures.ts'
import { findOperationRefusal } from '../operations.policy.ts'
import { changeCategories } from './category-settings.ts'
import { createSettingsChange } from './change-settings.ts'

const describeFee = ({ percent_bp, fixed_cents, least_cents }: SiteSettings['fee']): string =>
  percent_bp + fixed_cents + least_cents === 0 ? 'no_fee' : 'fee'

const describeBranding = (face: SiteSettings['face']): string =>
  isDeepStrictEqual(face, DEFAULT_BRANDING) ? 'face_as_built' : 'face_chosen'

export function createSettingsProcedures(
  operations: GuardedProcedures,
  { db, siteSettings }: { db: Database; siteSettings: SiteSettingsStore },
) {
  const change = createSettingsChange({ db, siteSettings })
  return {
    settings: operations.settings.handler(async () => {
      const { version, settings } = await siteSettings.readNow(db)
      return { version, settings }
    }),
    setWaitingList: operations.setWaitingList.handler(({ context: { operator }, input: { version, is_on } }) => {
      authorize(findOperationRefusal(operator.role, 'owner'))
      return change(operator.userId, { version, group: 'waiting_list', values: { is_on } }, (values) =>
        values.is_on ? 'waiting_list_open' : 'waiting_list_closed',
      )
    }),
    setFee: operations.setFee.handler(({ context: { operator }, input: { version, ...values } }) => {
      authorize(findOperationRefusal(operator.role, 'owner'))
      return change(operator.userId, { version, group: 'fee', values }, describeFee)
    }),
    setCategories: operations.setCategories.handler(({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'owner'))
      return changeCategories({ db, siteSettings }, operator.userId, input)
    }),
    setFace: operations.setFace.handler(({ context: { operator }, input: { version, ...values } }) => {
      authorize(findOperationRefusal(operator.role, 'owner'))
      if (findContrastFailures(values).length > 0) throw new Refusal('FACE_COLOURS_UNREADABLE')
      return change(operator.userId, { version, group: 'face', values }, describeBranding)
    }),
    judgeColours: operations.judgeColours.handler(({ input }) => ({
      failures: findContrastFailures(input),
      readable: findReadableColours(input),
      tokens: computeColourTokens(input),
    })),
  }
}
