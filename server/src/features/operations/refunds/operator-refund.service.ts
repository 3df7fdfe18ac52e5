import { Refusal } from '@kundig/contract/errors'
import { type RefundablePayment, refundablePayment } from '@kundig/contract/operations/refunds.contract'

import type { Database } from '../../../platform/database/database.ts'
import { toWire } from '../../../platform/wire/to-wire.ts'
import type { RefundService } from '../../payments/refunds/refund.service.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import { record } from '../team/audit-log.repository.ts'

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

/** Payments as operators see and refund them: any but those that they are part of. */
export function createOperatorRefundService({ db, profiles, paymentRefunds }: OperatorRefundServiceOptions) {
  /** @throws Refusal PAYMENT_REQUEST_NOT_FOUND */
  async function find(
    operatorId: string,
    reference: string,
  ): Promise<NonNullable<Awaited<ReturnType<PaymentRefunds['find']>>>> {
    const found = await paymentRefunds.find(reference)
    if (!found || found.sellerId === operatorId || found.buyerId === operatorId) {
      throw new Refusal('PAYMENT_REQUEST_NOT_FOUND')
    }
    return found
  }

  async function read(operatorId: string, reference: string): Promise<RefundablePayment> {
    const found = await find(operatorId, reference)
    const names = await profiles.counterparts(db, [found.sellerId, found.buyerId])
    const person = (id: string) => ({ id, name: names.get(id)?.full_name ?? null })
    return toPayment({ ...found, seller: person(found.sellerId), buyer: person(found.buyerId) })
  }

  return {
    read,

    /**
     * Refunds a payment or a part of it; the audit log has it in the same transaction.
     * @throws Refusal PAYMENT_REQUEST_NOT_FOUND, REFUND_NOT_PAID, REFUND_TOO_LARGE, REFUND_DISPUTED, REFUND_DISPUTE_LOST,
     *   REFUND_PLATFORM_ONLY, REFUND_FAILED
     */
    refund: async (operatorId: string, { payment_id: id, ...input }: OperatorRefund): Promise<RefundablePayment> => {
      const { amount } = await find(operatorId, id)
      await paymentRefunds.refund({ id, ...input }, (tx, left) =>
        record(tx, {
          actorId: operatorId,
          action: 'payment_refunded',
          subjectKind: 'payment',
          subjectId: id,
          stateBefore: left === amount ? 'paid' : 'partly_refunded',
          stateAfter: left === input.amount ? 'refunded' : 'partly_refunded',
        }),
      )
      return read(operatorId, id)
    },
  }
}

export type OperatorRefundService = ReturnType<typeof createOperatorRefundService>
