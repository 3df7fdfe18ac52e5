import { oc } from '@orpc/contract'
import { z } from 'zod'

import { emailField } from '../auth/auth-fields.ts'
import { declareErrors } from '../errors/declared-errors.ts'
import { profile } from '../profiles/profiles.contract.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { cursor, id, instant, createTextField } from '../schemas.ts'
import { cleanText } from '../texts/sanitising.ts'
import {
  checkReportLaw,
  checkReportText,
  findMissingFields,
  REPORT_CATEGORIES,
  REPORT_SUBJECTS,
} from './report-rules.ts'
import { statementsContract } from './statements.contract.ts'

export const BLOCKS_PAGE_SIZE = 20

export const block = z.object({
  person_id: id,
  /** Null after the profile was deleted. */
  person: profile.nullable(),
  created_at: instant,
})
export type Block = z.infer<typeof block>

export const blockChange = z.object({ person_id: id, blocked: z.boolean() })
export type BlockChange = z.infer<typeof blockChange>

/** Reported subject: a profile, request or room by its id; a message or file by its room's id and its `seq`. */
const reportSubject = z.strictObject({
  kind: z.enum(REPORT_SUBJECTS),
  id,
  seq: z.int().min(1).max(2_147_483_647).optional(),
})
export type ReportSubject = z.infer<typeof reportSubject>

export const reportInput = z
  .strictObject({
    subject: reportSubject.refine(({ kind, seq }) => (kind === 'message' || kind === 'file') === (seq !== undefined), {
      error: 'INVALID_INPUT',
    }),
    category: z.enum(REPORT_CATEGORIES),
    text: createTextField(checkReportText, cleanText, {
      rawMax: RAW_LIMITS.reportText,
      tooLong: 'TEXT_TOO_LONG',
    }).optional(),
    /** Broken law or rule. */
    law: createTextField(checkReportLaw, cleanText, {
      rawMax: RAW_LIMITS.reportLaw,
      tooLong: 'TEXT_TOO_LONG',
    }).optional(),
    /** Email address for a visitor's receipt. Accounts receive the receipt at their own address. */
    email: emailField.optional(),
  })
  .superRefine((report, context) => {
    for (const field of findMissingFields(report)) {
      context.addIssue({ code: 'custom', path: [field], message: 'FIELD_REQUIRED' })
    }
  })
export type ReportInput = z.infer<typeof reportInput>

export const reportReceipt = z.object({
  reference: z.string(),
  is_mailed: z.boolean(),
})
export type ReportReceipt = z.infer<typeof reportReceipt>

const tags = ['Safety']

export const safetyContract = {
  ...statementsContract,

  blocks: oc
    .route({
      method: 'GET',
      path: '/blocks',
      tags,
      summary: 'People you blocked, newest first',
      description: '`person_id` limits the list to that person.',
    })
    .input(z.strictObject({ cursor: cursor.optional(), person_id: id.optional() }))
    .output(z.object({ items: z.array(block), next_cursor: z.string().nullable() }))
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT')),

  block: oc
    .route({
      method: 'POST',
      path: '/blocks',
      tags,
      summary: 'Block a person',
      description:
        'Works both ways, immediately: pending requests between the two end, their open room closes, and pending ' +
        'payment requests are cancelled. Neither can write to the other or find the other among the experts. The ' +
        'blocked person is not notified. Blocking again changes nothing.',
    })
    .input(z.strictObject({ person_id: id }))
    .output(block)
    .errors(
      declareErrors(
        'NO_SESSION',
        'INVALID_INPUT',
        'BLOCK_OF_SELF',
        'PROFILE_NOT_FOUND',
        'PROFILE_NOT_PUBLIC',
        'TOO_MANY_ATTEMPTS',
      ),
    ),

  unblock: oc
    .route({
      method: 'DELETE',
      path: '/blocks/{person_id}',
      tags,
      summary: 'Unblock a person',
      description: 'Ended requests and chats stay ended. Changes nothing if you have not blocked the person.',
    })
    .input(z.strictObject({ person_id: id }))
    .output(blockChange)
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT')),

  report: oc
    .route({
      method: 'POST',
      path: '/reports',
      tags,
      summary: 'Report a profile, a request, a room, a message or a file',
      description:
        'Notifies the operators. Only visible content can be reported; visitors can report a public profile. ' +
        '`text` is required for `illegal` and `other`, `law` for `illegal`. Reporting the same again before the ' +
        'decision changes nothing, with the same response.',
    })
    .input(reportInput)
    .output(reportReceipt)
    .errors(
      declareErrors(
        'NO_SESSION',
        'INVALID_INPUT',
        'FIELD_REQUIRED',
        'TEXT_INVALID',
        'TEXT_TOO_LONG',
        'ONLY_MARKUP',
        'EMAIL_INVALID',
        'REPORT_OF_SELF',
        'REPORTED_IS_GONE',
        'PROFILE_NOT_FOUND',
        'PROFILE_NOT_PUBLIC',
        'REQUEST_NOT_FOUND',
        'ROOM_NOT_FOUND',
        'TOO_MANY_ATTEMPTS',
      ),
    ),
}
