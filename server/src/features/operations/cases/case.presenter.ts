import {
  type CaseContent,
  caseContent,
  type MessageAround,
  type ReportCase,
  reportCase,
} from '@kundig/contract/operations/cases.contract'
import { MEASURES, canApplyMeasure } from '@kundig/contract/operations/decision-rules'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { toWire } from '../../../platform/wire/to-wire.ts'
import type { MessageInContext } from '../../chat/chat-moderation.service.ts'
import type { ReportedCase, ReportQueueService } from '../../safety/reports/report-queue.service.ts'
import { findCaseRefusal } from './case.policy.ts'

const toCase = toWire(reportCase.omit({ assigned_to: true }))
const toReport = toWire(caseContent.shape.reports.element)

export interface CaseReader {
  readerId: string
  emails: ReadonlyMap<string, string>
  now: Date
}

export function presentCase(row: ReportedCase, { readerId, emails, now }: CaseReader): ReportCase {
  const { assignedTo, assignedAt } = row
  return {
    ...toCase(row),
    subject: { kind: row.subjectKind, id: row.subjectId, seq: row.subjectSeq === 0 ? null : row.subjectSeq },
    assigned_to:
      assignedTo !== null && assignedAt !== null
        ? { user_id: assignedTo, email: emails.get(assignedTo) ?? null, since: assignedAt.toISOString() }
        : null,
    is_free: findCaseRefusal(row, readerId, now) === null,
    measures: MEASURES.filter((measure) => canApplyMeasure(measure, row.subjectKind)),
  }
}

export interface SeenContent {
  found: ReportedCase
  quote: Awaited<ReturnType<ReportQueueService['quote']>>
  reports: Awaited<ReturnType<ReportQueueService['reports']>>
  profile: { content: string; isHidden: boolean } | null
  hasPicture: boolean
  about: Profile | null
  messages: readonly MessageInContext[]
  objection: { content: string; createdAt: Date } | undefined
}

/** Presents the texts that people wrote, without the names of the reporters. */
export function presentContent({
  found,
  quote,
  reports,
  profile,
  hasPicture,
  about,
  messages,
  objection,
}: SeenContent): CaseContent {
  const reported = messages.find(({ seq }) => seq === found.subjectSeq)
  return {
    file: presentFile(reported, hasPicture),
    quote: quote
      ? { text: quote.content, is_file: quote.storedName !== null, quoted_at: quote.quotedAt.toISOString() }
      : null,
    profile: profile && { text: profile.content, is_hidden: profile.isHidden },
    about_name: about?.full_name ?? null,
    objection: objection ? { text: objection.content, created_at: objection.createdAt.toISOString() } : null,
    messages: messages.map((message) => presentMessage(message, found.aboutId)),
    reports: reports.map((report) => ({
      ...toReport(report),
      text: report.content,
      is_by_visitor: report.reporterId === null,
    })),
  }
}

function presentFile(reported: MessageInContext | undefined, hasPicture: boolean): CaseContent['file'] {
  if (reported?.file) return { name: reported.file.name, is_image: reported.file.isImage }
  return hasPicture ? { name: 'picture.webp', is_image: true } : null
}

const presentMessage = (message: MessageInContext, aboutId: string): MessageAround => ({
  seq: message.seq,
  created_at: message.sentAt.toISOString(),
  is_theirs: message.senderId === aboutId,
  text: message.content,
  file_name: message.file?.name ?? null,
  is_payment_request: message.isPaymentRequest,
  is_removed: message.isRemoved,
  is_deleted: message.isDeleted,
  earlier: message.earlier.map(({ content, replacedAt }) => ({
    text: content,
    replaced_at: replacedAt.toISOString(),
  })),
})
