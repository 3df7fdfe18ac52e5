import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { CATEGORY_LIMITS } from '../profiles/categories.ts'
import { createCategoryField } from '../profiles/category-field.ts'
import { checkCategoryLabel, checkShortLabel } from '../profiles/category-rules.ts'
import { cleanCustomExpertise } from '../profiles/expertise.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { createTextField } from '../schemas.ts'
import { COLOURS, SETTING_GROUPS } from '../site/site-settings.ts'

const settings = z.object({
  version: z.number().int(),
  settings: z.object(SETTING_GROUPS),
})

const RAW = { rawMax: RAW_LIMITS.customExpertise, tooLong: 'CATEGORY_LABEL_TOO_LONG' } as const
const labelInput = createTextField(checkCategoryLabel, cleanCustomExpertise, RAW)
const shortLabelInput = createTextField(checkShortLabel, cleanCustomExpertise, RAW)

const categoryInput = z.strictObject({
  id: createCategoryField('CATEGORY_ID_INVALID'),
  label: z.strictObject({ en: labelInput, nl: labelInput }),
  short_label: z.strictObject({ en: shortLabelInput, nl: shortLabelInput }),
  is_hidden: z.boolean(),
})

const tags = ['Operations']
const COMMON_ERRORS = ['NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF'] as const

export const settingsContract = {
  settings: oc
    .route({ method: 'GET', path: '/operations/settings', tags, summary: 'Site settings' })
    .output(settings)
    .errors(declareErrors(...COMMON_ERRORS)),

  setWaitingList: oc
    .route({
      method: 'PUT',
      path: '/operations/settings/waiting-list',
      tags,
      summary: 'Open or close the waiting list',
      description:
        'For owners. Takes effect on all servers within two seconds. `version` is the version that was read; a ' +
        'newer one is not overwritten. People stay on the list. Recorded in the audit log.',
    })
    .input(z.strictObject({ version: z.number().int(), is_on: z.boolean() }))
    .output(settings)
    .errors(declareErrors(...COMMON_ERRORS, 'INVALID_INPUT', 'ROLE_NEEDED', 'SETTINGS_CHANGED')),

  setFee: oc
    .route({
      method: 'PUT',
      path: '/operations/settings/fee',
      tags,
      summary: 'Set the service fee',
      description:
        'For owners. Applies to new payment requests; existing ones keep their fee. `version` is the version that ' +
        'was read; a newer one is not overwritten. Recorded in the audit log.',
    })
    .input(SETTING_GROUPS.fee.extend({ version: z.number().int() }).strict())
    .output(settings)
    .errors(declareErrors(...COMMON_ERRORS, 'INVALID_INPUT', 'ROLE_NEEDED', 'SETTINGS_CHANGED')),

  setCategories: oc
    .route({
      method: 'PUT',
      path: '/operations/settings/categories',
      tags,
      summary: 'Set the expertise categories',
      description:
        'For owners. The complete list, in display order, with every existing id; ids never change. Profiles keep ' +
        'a hidden category. Takes effect on all servers within two seconds. `version` is the version that was ' +
        'read; a newer one is not overwritten. Each changed category is recorded in the audit log.',
    })
    .input(
      z.strictObject({
        version: z.number().int(),
        list: z.array(categoryInput).min(1).max(CATEGORY_LIMITS.countMax, { error: 'CATEGORIES_TOO_MANY' }),
      }),
    )
    .output(settings)
    .errors(
      declareErrors(
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
      summary: 'Set the branding',
      description:
        'For owners. Takes effect in pages and emails of all servers within two seconds. An empty text or colour ' +
        'means the default. Colours that give a text less contrast than 4.5 : 1, in light or dark, are refused. ' +
        '`version` is the version that was read; a newer one is not overwritten. Recorded in the audit log.',
    })
    .input(SETTING_GROUPS.face.extend({ version: z.number().int() }).strict())
    .output(settings)
    .errors(
      declareErrors(
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
      summary: 'Check the contrast of two colours',
      description: 'Changes nothing. An empty colour means the default.',
    })
    .input(COLOURS.strict())
    .output(
      z.object({
        /** Unreadable pairs of colours, worst first; empty when all are readable. */
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
    .errors(declareErrors(...COMMON_ERRORS, 'INVALID_INPUT', 'FACE_COLOUR_INVALID')),
}
