import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { REPORT_CATEGORIES, REPORT_SUBJECTS } from '../safety/report-rules.ts'
import { cursor, id, instant } from '../schemas.ts'
import { MEASURES } from './decision-rules.ts'

export const CASES_PAGE_SIZE = 25

export const CASE_REPORTS_SHOWN = 50

/** Case without texts that people wrote. */
export const reportCase = z.object({
  id,
  /** Most serious category of the reports in the case. */
  category: z.enum(REPORT_CATEGORIES),
  report_count: z.number().int(),
  opened_at: instant,
  decided_at: instant.nullable(),
  /** Reported subject. A message or file has its room's id and its `seq`. */
  subject: z.object({ kind: z.enum(REPORT_SUBJECTS), id, seq: z.number().int().nullable() }),
  about_id: id,
  /** Operator who claimed the case. The email address is present while the operator has a role. */
  assigned_to: z.object({ user_id: id, email: z.string().nullable(), since: instant }).nullable(),
  /** True when the reader may claim the case: no other operator's claim is active. */
  is_free: z.boolean(),
  /** Measures that can be applied to the reported subject. */
  measures: z.array(z.enum(MEASURES)),
})
export type ReportCase = z.infer<typeof reportCase>

/** Message near a reported one, for the deciding operator. */
export const messageAround = z.object({
  seq: z.number().int(),
  created_at: instant,
  is_theirs: z.boolean(),
  text: z.string(),
  file_name: z.string().nullable(),
  is_payment_request: z.boolean(),
  is_removed: z.boolean(),
  /** True when the sender deleted the message. `text` stays readable for 30 days, or while a case is open. */
  is_deleted: z.boolean().optional(),
  /** Texts before the sender's edits, oldest first. */
  earlier: z.array(z.object({ text: z.string(), replaced_at: instant })).optional(),
})
export type MessageAround = z.infer<typeof messageAround>

/** Texts that people wrote: the reported subject and the reports. */
export const caseContent = z.object({
  /** Quote of the subject at the time of the first report; null after the quote was erased. */
  quote: z.object({ text: z.string(), is_file: z.boolean(), quoted_at: instant }).nullable(),
  /** File at `GET /api/operations/cases/{case_id}/file`. Each read adds an entry to the audit log. */
  file: z.object({ name: z.string(), is_image: z.boolean() }).nullable(),
  /** Name of the affected person; null after the profile was deleted. */
  about_name: z.string().nullable(),
  /** Reported profile; null for other subjects, and for a subject without a profile. */
  profile: z.object({ text: z.string(), is_hidden: z.boolean() }).nullable(),
  objection: z.object({ text: z.string(), created_at: instant }).nullable(),
  /** Current messages around a reported message or file: at most five before and five after. */
  messages: z.array(messageAround),
  reports: z.array(
    z.object({
      id,
      category: z.enum(REPORT_CATEGORIES),
      /** Null for a report without a text, or after the text was erased. */
      text: z.string().nullable(),
      law: z.string().nullable(),
      created_at: instant,
      is_by_visitor: z.boolean(),
    }),
  ),
})
export type CaseContent = z.infer<typeof caseContent>

const tags = ['Operations']
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
const caseId = z.strictObject({ case_id: id })
const CASE_ERRORS = [
  'NOT_FOUND',
  'SECOND_FACTOR_NEEDED',
  'SECOND_FACTOR_OFF',
  'INVALID_INPUT',
  'CASE_NOT_FOUND',
] as const

/** Operators cannot see cases in which they are involved: lists omit such cases, other calls return CASE_NOT_FOUND. */
export const casesContract = {
  cases: oc
    .route({
      method: 'GET',
      path: '/operations/cases',
      tags,
      summary: 'Open cases, most serious first, then oldest',
      description: "`mine` returns the operator's claimed cases.",
    })
    .input(z.strictObject({ cursor: cursor.optional(), mine: flag.optional() }))
    .output(z.object({ items: z.array(reportCase), next_cursor: z.string().nullable() }))
    .errors(declareErrors('NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF', 'INVALID_INPUT')),

  case: oc
    .route({ method: 'GET', path: '/operations/cases/{case_id}', tags, summary: 'A case, without the reported texts' })
    .input(caseId)
    .output(reportCase)
    .errors(declareErrors(...CASE_ERRORS)),

  lookAtCase: oc
    .route({
      method: 'POST',
      path: '/operations/cases/{case_id}/look',
      tags,
      summary: 'Read the reported content',
      description:
        'The reported content, at most five messages before and after it, and the reports. Recorded in the audit log.',
    })
    .input(caseId)
    .output(caseContent)
    .errors(declareErrors(...CASE_ERRORS)),

  takeCase: oc
    .route({
      method: 'POST',
      path: '/operations/cases/{case_id}/take',
      tags,
      summary: 'Claim a case',
      description: "For moderators and owners. Replaces another operator's claim that is some hours old.",
    })
    .input(caseId)
    .output(reportCase)
    .errors(declareErrors(...CASE_ERRORS, 'ROLE_NEEDED', 'CASE_TAKEN', 'CASE_DECIDED')),

  giveBackCase: oc
    .route({
      method: 'POST',
      path: '/operations/cases/{case_id}/give-back',
      tags,
      summary: 'Release a case',
      description: "Changes nothing for a decided case or another operator's claim.",
    })
    .input(caseId)
    .output(reportCase)
    .errors(declareErrors(...CASE_ERRORS, 'ROLE_NEEDED')),
}
