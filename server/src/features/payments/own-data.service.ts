import type { OwnData } from '../../own-data.ts'
import type { Database } from '../../platform/database/database.ts'
import { readByPages } from '../../platform/database/json-rows.ts'
import {
  findOwnAfter,
  findOwnBlocks,
  findOwnDeclines,
  findOwnPayouts,
  findOwnReceiptsAfter,
  findOwnRecord,
  type OwnPaymentRequest,
} from './own-data.repository.ts'
import { endingOf } from './requests/payment-request.presenter.ts'

export function ownDataOfPayments({ db }: { db: Database }): OwnData {
  async function* toldOf(userId: string, side: 'made' | 'received'): AsyncGenerator {
    const requests = readByPages<OwnPaymentRequest>((after, limit) => findOwnAfter(db, userId, side, after, limit))
    for await (const { cancelled_as: cancelledAs, ...request } of requests) {
      const { status, ended_by: endedBy } = request
      yield { ...request, ended_by: endingOf({ status, endedBy, cancelledAs }) }
    }
  }
  return {
    payments_account: (userId) => findOwnRecord(db, userId),
    payment_requests_made: (userId) => toldOf(userId, 'made'),
    payment_requests_received: (userId) => toldOf(userId, 'received'),
    payouts: (userId) => findOwnPayouts(db, userId),
    receipts: (userId) => readByPages<{ id: string }>((after, limit) => findOwnReceiptsAfter(db, userId, after, limit)),
    declined_cards: (userId) => findOwnDeclines(db, userId),
    payment_blocks: (userId) => findOwnBlocks(db, userId),
  }
}
