import { oc } from '@orpc/contract'
import { z } from 'zod'

import { normaliseEmail } from '../auth/credentials.ts'
import { declareErrors } from '../errors/declared-errors.ts'
import { createCategoryField } from '../profiles/category-field.ts'
import { cleanName } from '../profiles/profile-rules.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { createRawTextSchema, createTextField } from '../schemas.ts'
import { checkWaitingListEmail, checkWaitingListName } from './waiting-list-rules.ts'

export const invitationCode = createRawTextSchema(200).min(1)

export const waitingListContract = {
  join: oc
    .route({
      method: 'POST',
      path: '/waiting-list',
      tags: ['Waiting list'],
      summary: 'Join the waiting list',
      description: 'Repeating an address succeeds and changes nothing.',
    })
    .input(
      z.strictObject({
        full_name: createTextField(checkWaitingListName, cleanName, {
          rawMax: RAW_LIMITS.name,
          tooLong: 'NAME_TOO_LONG',
        }),
        email: createTextField(checkWaitingListEmail, normaliseEmail, {
          rawMax: RAW_LIMITS.email,
          tooLong: 'EMAIL_INVALID',
        }),
        category: createCategoryField('CATEGORY_REQUIRED'),
        consent: z.literal(true, { error: 'CONSENT_REQUIRED' }),
      }),
    )
    .output(z.object({ joined: z.literal(true) }))
    .errors(
      declareErrors(
        'NAME_REQUIRED',
        'WAITING_NAME_INVALID',
        'NAME_INVISIBLE',
        'NAME_HEAPED_MARKS',
        'NAME_SCRIPTS_MIXED',
        'NAME_TOO_LONG',
        'EMAIL_REQUIRED',
        'EMAIL_INVALID',
        'CATEGORY_REQUIRED',
        'CATEGORY_UNAVAILABLE',
        'CONSENT_REQUIRED',
        'WAITING_LIST_CLOSED',
        'INVALID_INPUT',
        'TOO_MANY_ATTEMPTS',
      ),
    ),

  invitation: oc
    .route({
      method: 'POST',
      path: '/waiting-list/invitation',
      tags: ['Waiting list'],
      summary: 'Check an invitation',
      description:
        'Takes the code from the email and does not use it: signing up with it (`invitation`, beside the address ' +
        'and a password) does.',
    })
    .input(z.strictObject({ code: invitationCode }))
    .output(z.object({ email: z.string(), full_name: z.string(), category: z.string() }))
    .errors(declareErrors('INVITATION_INVALID', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),
}
