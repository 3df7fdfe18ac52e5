import { Refusal } from '@kundig/contract/errors'
import { type RefundablePayment, refundablePayment } from '@kundig/contract/operations/refunds.contract'

import type { Database } from '../../../platform/database/database.ts'
import { toWire } from '../../../platform/wire/to-wire.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import type { RefundService } from '../../refunds/refunding/refund.service.ts'
import { recordAuditEntry } from '../team/audit-log.repository.ts'

const toPayment = toWire(refundablePayment)

type PaymentRefunds = RefundService['ofOperators']

export interface OperatorRefund {
  payment_id: string
  client_id: string
  /** In cents. */
  amount: number
  reason: string
  from_platform: boolean
}

export interface OperatorRefundServiceOptions {
  db: Database
  profiles: Pick<ProfileService, 'counterparts'>
  paymentRefunds: PaymentRefunds
}

/** Shows and refunds payments for operators, except the operator's own payments. */
export class OperatorRefundService {
  readonly #deps: OperatorRefundServiceOptions

  constructor(deps: OperatorRefundServiceOptions) {
    this.#deps = deps
  }

  /** @throws Refusal PAYMENT_REQUEST_NOT_FOUND */
  async #find(
    operatorId: string,
    reference: string,
  ): Promise<NonNullable<Awaited<ReturnType<PaymentRefunds['find']>>>> {
    const found = await this.#deps.paymentRefunds.find(reference)
    if (!found || found.sellerId === operatorId || found.buyerId === operatorId) {
      throw new Refusal('PAYMENT_REQUEST_NOT_FOUND')
    }
    return found
  }

  async read(operatorId: string, reference: string): Promise<RefundablePayment> {
    const found = await this.#find(operatorId, reference)
    const names = await this.#deps.profiles.counterparts(this.#deps.db, [found.sellerId, found.buyerId])
    const person = (id: string) => ({ id, name: names.get(id)?.full_name ?? null })
    return toPayment({ ...found, seller: person(found.sellerId), buyer: person(found.buyerId) })
  }

  /**
   * Adds the audit log entry in the same transaction. @throws Refusal PAYMENT_REQUEST_NOT_FOUND, REFUND_NOT_PAID,
   * REFUND_TOO_LARGE, REFUND_DISPUTED, REFUND_DISPUTE_LOST, REFUND_PLATFORM_ONLY, REFUND_FAILED
   */
  async refund(operatorId: string, { payment_id: id, ...input }: OperatorRefund): Promise<RefundablePayment> {
    const { amount } = await this.#find(operatorId, id)
    await this.#deps.paymentRefunds.refund({ id, ...input }, (tx, left) =>
      recordAuditEntry(tx, {
        actorId: operatorId,
        action: 'payment_refunded',
        subjectKind: 'payment',
        subjectId: id,
        stateBefore: left === amount ? 'paid' : 'partly_refunded',
        stateAfter: left === input.amount ? 'refunded' : 'partly_refunded',
      }),
    )
    return this.read(operatorId, id)
  }
}
