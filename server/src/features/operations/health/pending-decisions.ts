import { COUNTED_AT_MOST, type PENDING_DECISIONS } from '@kundig/contract/operations/health-kinds'
import { wantsEvidence } from '@kundig/contract/payments/dispute-life-cycle'

import type { Database } from '../../../platform/database/database.ts'
import type { ReportQueueService } from '../../safety/reports/report-queue.service.ts'
import type { DisputeQueue, EscalatedRefundRequests, Objections } from '../ports.ts'

/** The queues leave out what their reader is part of; no account has this id, so that all is counted. */
const NO_READER = '00000000-0000-4000-8000-000000000000'

export interface PendingDecision {
  kind: (typeof PENDING_DECISIONS)[number]
  count: number
  /** The first deadline; null where there is none. */
  deadline: Date | null
}

/** Counts what waits for a decision of the operators, up to COUNTED_AT_MOST of each kind. */
export function createPendingDecisions({
  db,
  queue,
  objections,
  refundRequests,
  disputes,
}: {
  db: Database
  queue: Pick<ReportQueueService, 'list'>
  objections: Pick<Objections, 'countOpen'>
  refundRequests: Pick<EscalatedRefundRequests, 'escalated'>
  disputes: Pick<DisputeQueue, 'open'>
}): () => Promise<PendingDecision[]> {
  return async () => {
    const cases = await queue.list({ after: null, limit: COUNTED_AT_MOST, readerId: null })
    const openObjections = await objections.countOpen(db)
    const refunds = await refundRequests.escalated(NO_READER, null, COUNTED_AT_MOST)
    // The nearest deadline first.
    const open = await disputes.open(NO_READER, COUNTED_AT_MOST)
    const unanswered = open.filter(({ dispute }) => wantsEvidence(dispute.status) && dispute.submittedAt === null)
    return [
      {
        kind: 'illegal_reports',
        count: cases.filter(({ category }) => category === 'illegal').length,
        deadline: null,
      },
      { kind: 'objections', count: openObjections, deadline: null },
      { kind: 'refund_requests', count: refunds.length, deadline: null },
      { kind: 'disputes', count: unanswered.length, deadline: unanswered[0]?.dispute.evidenceDueBy ?? null },
    ]
  }
}
