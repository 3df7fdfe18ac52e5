import { oc } from '@orpc/contract'
import { z } from 'zod'

import { errors } from '../errors/declared-errors.ts'
import { CATEGORY_LIMITS } from '../profiles/categories.ts'
import { categoryField } from '../profiles/category-field.ts'
import { checkCategoryLabel, checkShortLabel } from '../profiles/category-rules.ts'
import { cleanCustomExpertise } from '../profiles/expertise.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { textField } from '../schemas.ts'
import { COLOURS, SETTING_GROUPS } from '../site/site-settings.ts'

const settings = z.object({
  /** Version that a change must name. */
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

  setFace: oc
    .route({
      method: 'PUT',
      path: '/operations/settings/branding',
      tags,
      summary: 'Set the site’s name, colours and words',
      description:
        'For owners. Pages and mails of all servers have it within two seconds. An empty text or colour stands for the one that the ' +
        'site comes with. Colours with which a text has less contrast than 4.5 : 1, in light or in dark, are refused. `version` is ' +
        'the one that was read: where somebody else changed something meanwhile, nothing is. Each change is an entry of the log.',
    })
    .input(SETTING_GROUPS.face.extend({ version: z.number().int() }).strict())
    .output(settings)
    .errors(
      errors(
        ...COMMON_ERRORS,
        'INVALID_INPUT',
        'EMAIL_INVALID',
        'FACE_NAME_INVALID',
        'FACE_TEXT_INVALID',
        'FACE_COLOUR_INVALID',
        'FACE_COLOURS_UNREADABLE',
        'ROLE_NEEDED',
        'SETTINGS_CHANGED',
      ),
    ),

  judgeColours: oc
    .route({
      method: 'GET',
      path: '/operations/settings/colours',
      tags,
      summary: 'Which texts two colours make hard to read',
      description: 'Nothing is set. Empty stands for the colour that the site comes with.',
    })
    .input(COLOURS.strict())
    .output(
      z.object({
        /** Worst first; empty when all are readable. */
        failures: z.array(
          z.object({ mode: z.enum(['light', 'dark']), text: z.string(), background: z.string(), ratio: z.number() }),
        ),
        /** Nearest readable colours of the same hues; null when no lightness is readable. */
        readable: COLOURS.nullable(),
        /** Design tokens with these two colours, for a preview. */
        tokens: z.object({
          light: z.record(z.string(), z.string()),
          dark: z.record(z.string(), z.string()),
        }),
      }),
    )
    .errors(errors(...COMMON_ERRORS, 'INVALID_INPUT', 'FACE_COLOUR_INVALID')),
}
