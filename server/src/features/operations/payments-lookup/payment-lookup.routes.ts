import {
  issuedReceipt,
  PAYMENT_EVENTS_SHOWN,
  timelineEntry,
} from '@kundig/contract/operations/payments-lookup.contract'

import { authorize } from '../../../authorize.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toWire } from '../../../platform/wire/to-wire.ts'
import type { PaymentLookupService } from '../../books/payment-lookup.service.ts'
import type { ReceiptService } from '../../books/receipts/receipt.service.ts'
import type { GuardedProcedures } from '../guarded-procedures.ts'
import { findOperationRefusal } from '../operations.policy.ts'
import type { OperatorRefundService } from '../refunds/operator-refund.service.ts'
import { recordAuditEntry } from '../team/audit-log.repository.ts'

export interface PaymentLookupOptions {
  db: Database
  refunds: OperatorRefundService
  paymentLookup: PaymentLookupService
  receipts: ReceiptService['ofOperators']
}

export function createPaymentLookupProcedures(
  operations: GuardedProcedures,
  { db, refunds, paymentLookup: lookup, receipts }: PaymentLookupOptions,
) {
  return {
    paymentTimeline: operations.paymentTimeline.handler(
      async ({ context: { operator }, input: { payment_id: id } }) => {
        await refunds.read(operator.userId, id)
        const happened = await lookup.timeline(id, PAYMENT_EVENTS_SHOWN)
        return {
          items: happened.map(toWire(timelineEntry)),
          money: await lookup.money(id),
        }
      },
    ),
    paymentReceipts: operations.paymentReceipts.handler(
      async ({ context: { operator }, input: { payment_id: id } }) => {
        await refunds.read(operator.userId, id)
        return { items: (await receipts.list(id)).map(toWire(issuedReceipt)) }
      },
    ),
    askStripe: operations.askStripe.handler(async ({ context: { operator }, input: { payment_id: id } }) => {
      await refunds.read(operator.userId, id)
      return { answer: await lookup.ask(id) }
    }),
    lookAgain: operations.lookAgain.handler(async ({ context: { operator }, input: { payment_id: id } }) => {
      authorize(findOperationRefusal(operator.role, 'moderator'))
      const before = await refunds.read(operator.userId, id)
      await lookup.updateFromStripe(id)
      const after = await refunds.read(operator.userId, id)
      await recordAuditEntry(db, {
        actorId: operator.userId,
        action: 'payment_looked_again',
        subjectKind: 'payment',
        subjectId: id,
        stateBefore: before.status,
        stateAfter: after.status,
      })
      return after
    }),
  }
}
