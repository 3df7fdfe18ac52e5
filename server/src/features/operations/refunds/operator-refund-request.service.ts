import { type EscalatedRefundRequest, escalatedRefundRequest } from '@kundig/contract/operations/refunds.contract'

import { cutPage, decodeCursor } from '../../../platform/database/cursor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toWire } from '../../../platform/wire/to-wire.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import type { RefundRequestService } from '../../refunds/refunding/refund-request.service.ts'
import { recordAuditEntry } from '../team/audit-log.repository.ts'

const PAGE_SIZE = 50
const toRequest = toWire(escalatedRefundRequest)

export interface OperatorRefundRequestServiceOptions {
  db: Database
  profiles: Pick<ProfileService, 'counterparts'>
  refundRequests: RefundRequestService['ofOperators']
}

export class OperatorRefundRequestService {
  readonly #deps: OperatorRefundRequestServiceOptions

  constructor(deps: OperatorRefundRequestServiceOptions) {
    this.#deps = deps
  }

  /** @throws Refusal INVALID_INPUT for an invalid cursor */
  async list(
    operatorId: string,
    cursor: string | undefined,
  ): Promise<{ items: EscalatedRefundRequest[]; next_cursor: string | null }> {
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const found = await this.#deps.refundRequests.escalated(operatorId, after, PAGE_SIZE + 1)
    const { page, next_cursor } = cutPage(found, PAGE_SIZE, ({ escalatedAt: at, id }) => ({ at, id }))
    const names = await this.#deps.profiles.counterparts(
      this.#deps.db,
      page.flatMap(({ sellerId, buyerId }) => [sellerId, buyerId]),
    )
    const person = (id: string) => ({ id, name: names.get(id)?.full_name ?? null })
    return {
      items: page.map((one) => toRequest({ ...one, seller: person(one.sellerId), buyer: person(one.buyerId) })),
      next_cursor,
    }
  }

  /**
   * Adds the audit log entry in the same transaction.
   * @throws Refusal REFUND_REQUEST_NOT_FOUND, REFUND_REQUEST_WITH_SELLER, REFUND_REQUEST_ANSWERED
   */
  decline(operatorId: string, input: { id: string; reason: string }): Promise<void> {
    return this.#deps.refundRequests.decline(operatorId, input, (tx) =>
      recordAuditEntry(tx, {
        actorId: operatorId,
        action: 'refund_declined',
        subjectKind: 'refund_request',
        subjectId: input.id,
        stateBefore: 'asked',
        stateAfter: 'declined',
      }),
    )
  }
}
