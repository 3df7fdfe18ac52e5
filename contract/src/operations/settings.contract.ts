import { oc } from '@orpc/contract'
import { z } from 'zod'

import { errors } from '../declared-errors.ts'
import { SETTING_GROUPS } from '../site-settings.ts'

const settings = z.object({
  /** What a change has to name. */
  version: z.number().int(),
  settings: z.object(SETTING_GROUPS),
})

const tags = ['Operations']
const COMMON_ERRORS = ['NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF'] as const

export const settingsContract = {
  settings: oc
    .route({ method: 'GET', path: '/operations/settings', tags, summary: 'What is set of the site' })
    .output(settings)
    .errors(errors(...COMMON_ERRORS)),

  setWaitingList: oc
    .route({
      method: 'PUT',
      path: '/operations/settings/waiting-list',
      tags,
      summary: 'Open or close the waiting list',
      description:
        'For owners. It holds on all servers within two seconds. `version` is the one that was read: where somebody else changed ' +
        'something meanwhile, nothing is. Who is on the list stays there. Each change is an entry of the log.',
    })
    .input(z.strictObject({ version: z.number().int(), is_on: z.boolean() }))
    .output(settings)
    .errors(errors(...COMMON_ERRORS, 'INVALID_INPUT', 'ROLE_NEEDED', 'SETTINGS_CHANGED')),

  setFee: oc
    .route({
      method: 'PUT',
      path: '/operations/settings/fee',
      tags,
      summary: 'Set what the platform keeps of payments',
      description:
        'For owners. It holds for what is asked for from then on; what was asked for keeps the fee that it had. `version` is the one ' +
        'that was read: where somebody else changed something meanwhile, nothing is. Each change is an entry of the log.',
    })
    .input(SETTING_GROUPS.fee.extend({ version: z.number().int() }).strict())
    .output(settings)
    .errors(errors(...COMMON_ERRORS, 'INVALID_INPUT', 'ROLE_NEEDED', 'SETTINGS_CHANGED')),
}
