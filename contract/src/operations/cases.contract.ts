import { oc } from '@orpc/contract'
import { z } from 'zod'

import { errors } from '../errors/declared-errors.ts'
import { REPORT_CATEGORIES, REPORT_SUBJECTS } from '../safety/report-rules.ts'
import { cursor, id, instant } from '../schemas.ts'
import { MEASURES } from './decision-rules.ts'

/** How many cases one page of the queue has. */
export const CASES_PAGE_SIZE = 25

/** Of what many people reported, so many reports are shown. */
export const CASE_REPORTS_SHOWN = 50

/** Something reported, about which somebody is to decide: without anything that anybody wrote. */
export const reportCase = z.object({
  id,
  /** The gravest of its reports. */
  category: z.enum(REPORT_CATEGORIES),
  report_count: z.number().int(),
  opened_at: instant,
  decided_at: instant.nullable(),
  /** What was reported; a message or a file by its room and its place there. */
  subject: z.object({ kind: z.enum(REPORT_SUBJECTS), id, seq: z.number().int().nullable() }),
  about_id: id,
  /** Who is at it. Their address is known for as long as they have a role. */
  assigned_to: z.object({ user_id: id, email: z.string().nullable(), since: instant }).nullable(),
  /** Whether the reader may take it: nobody else is at it, or has been for too long. */
  is_free: z.boolean(),
  /** What can be decided about it. */
  measures: z.array(z.enum(MEASURES)),
})
export type ReportCase = z.infer<typeof reportCase>

/** A message near a reported one, for who decides. */
export const messageAround = z.object({
  seq: z.number().int(),
  created_at: instant,
  /** Whether whom the case is about wrote it. */
  is_theirs: z.boolean(),
  text: z.string(),
  file_name: z.string().nullable(),
  is_payment_request: z.boolean(),
  is_removed: z.boolean(),
})
export type MessageAround = z.infer<typeof messageAround>

/** What people wrote: the reported thing, and the reports. */
export const caseContent = z.object({
  /** The thing as it was at the first report; null where it was erased. */
  quote: z.object({ text: z.string(), is_file: z.boolean(), quoted_at: instant }).nullable(),
  /**
   * What can be read at `GET /api/operations/cases/{case_id}/file`: the reported file, or the picture of a reported profile. Each
   * time is an entry of the log.
   */
  file: z.object({ name: z.string(), is_image: z.boolean() }).nullable(),
  /** Whom it is about; null where there is no profile any more. */
  about_name: z.string().nullable(),
  /** What a reported profile says now; null where there is none, or something else was reported. */
  profile: z.object({ text: z.string(), is_hidden: z.boolean() }).nullable(),
  /** What whom it is about has against the decision. */
  objection: z.object({ text: z.string(), created_at: instant }).nullable(),
  /** Around a reported message or file, as it is now: at most five before it and five after it. */
  messages: z.array(messageAround),
  /** The first ones. */
  reports: z.array(
    z.object({
      id,
      category: z.enum(REPORT_CATEGORIES),
      /** Null where there is none, or it was erased. */
      text: z.string().nullable(),
      /** What law or rule it breaks. */
      law: z.string().nullable(),
      created_at: instant,
      is_by_visitor: z.boolean(),
    }),
  ),
})
export type CaseContent = z.infer<typeof caseContent>

const tags = ['Operations']
/** Yes or no in a query. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
const caseId = z.strictObject({ case_id: id })
const CASE_ERRORS = [
  'NOT_FOUND',
  'SECOND_FACTOR_NEEDED',
  'SECOND_FACTOR_OFF',
  'INVALID_INPUT',
  'CASE_NOT_FOUND',
] as const

/**
 * What people reported. To an operator whom a case is about, who reported it, or who is a member of the room or the request,
 * it is not there.
 */
export const casesContract = {
  cases: oc
    .route({
      method: 'GET',
      path: '/operations/cases',
      tags,
      summary: 'What waits for a decision, the gravest first, then the oldest',
      description: 'With `mine`, what the reader has taken.',
    })
    .input(z.strictObject({ cursor: cursor.optional(), mine: flag.optional() }))
    .output(z.object({ items: z.array(reportCase), next_cursor: z.string().nullable() }))
    .errors(errors('NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF', 'INVALID_INPUT')),

  case: oc
    .route({ method: 'GET', path: '/operations/cases/{case_id}', tags, summary: 'One case, without what people wrote' })
    .input(caseId)
    .output(reportCase)
    .errors(errors(...CASE_ERRORS)),

  lookAtCase: oc
    .route({
      method: 'POST',
      path: '/operations/cases/{case_id}/look',
      tags,
      summary: 'Read what was reported',
      description:
        'The reported thing, at most five messages on each side, and the reports. Each look is an entry of the log.',
    })
    .input(caseId)
    .output(caseContent)
    .errors(errors(...CASE_ERRORS)),

  takeCase: oc
    .route({
      method: 'POST',
      path: '/operations/cases/{case_id}/take',
      tags,
      summary: 'Take a case',
      description:
        'For moderators and owners. One that somebody else took longer ago than a few hours can be taken over.',
    })
    .input(caseId)
    .output(reportCase)
    .errors(errors(...CASE_ERRORS, 'ROLE_NEEDED', 'CASE_TAKEN', 'CASE_DECIDED')),

  giveBackCase: oc
    .route({
      method: 'POST',
      path: '/operations/cases/{case_id}/give-back',
      tags,
      summary: 'Give a case back',
      description: 'One that the reader has not taken, or that is decided, stays as it is.',
    })
    .input(caseId)
    .output(reportCase)
    .errors(errors(...CASE_ERRORS, 'ROLE_NEEDED')),
}
