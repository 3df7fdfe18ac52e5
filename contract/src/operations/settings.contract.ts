import { oc } from '@orpc/contract'
import { z } from 'zod'

import { errors } from '../declared-errors.ts'
import { CATEGORY_LIMITS } from '../profiles/categories.ts'
import { categoryField } from '../profiles/category-field.ts'
import { checkCategoryLabel, checkShortLabel } from '../profiles/category-rules.ts'
import { cleanCustomExpertise } from '../profiles/expertise.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { textField } from '../schemas.ts'
import { SETTING_GROUPS } from '../site-settings.ts'

const settings = z.object({
  /** What a change has to name. */
  version: z.number().int(),
  settings: z.object(SETTING_GROUPS),
})

const RAW = { rawMax: RAW_LIMITS.customExpertise, tooLong: 'CATEGORY_LABEL_TOO_LONG' } as const
const labelInput = textField(checkCategoryLabel, cleanCustomExpertise, RAW)
const shortLabelInput = textField(checkShortLabel, cleanCustomExpertise, RAW)

const categoryInput = z.strictObject({
  id: categoryField('CATEGORY_ID_INVALID'),
  label: z.strictObject({ en: labelInput, nl: labelInput }),
  short_label: z.strictObject({ en: shortLabelInput, nl: shortLabelInput }),
  is_hidden: z.boolean(),
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

  setCategories: oc
    .route({
      method: 'PUT',
      path: '/operations/settings/categories',
      tags,
      summary: 'Set the expertise categories',
      description:
        'For owners. The whole list, in its order: what is renamed, moved, hidden or added follows from what there is. Ids never ' +
        'change, and each that there is has to be named; who hides one leaves it to the profiles that have it. It holds on all ' +
        'servers within two seconds. `version` is the one that was read: where somebody else changed something meanwhile, ' +
        'nothing is. Each category that changes is an entry of the log.',
    })
    .input(
      z.strictObject({
        version: z.number().int(),
        list: z.array(categoryInput).min(1).max(CATEGORY_LIMITS.countMax, { error: 'CATEGORIES_TOO_MANY' }),
      }),
    )
    .output(settings)
    .errors(
      errors(
        ...COMMON_ERRORS,
        'INVALID_INPUT',
        'ROLE_NEEDED',
        'SETTINGS_CHANGED',
        'SETTINGS_UNREADABLE',
        'TEXT_INVALID',
        'CATEGORY_EXISTS',
        'CATEGORY_ID_INVALID',
        'CATEGORY_LABEL_REQUIRED',
        'CATEGORY_LABEL_TOO_LONG',
        'CATEGORY_NEEDED',
        'CATEGORIES_TOO_MANY',
      ),
    ),
}
