import { Refusal } from '@kundig/contract/errors'
import { type DisputePack, type ListedDispute, listedDispute } from '@kundig/contract/operations/disputes.contract'
import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'

import type { Database } from '../../../platform/database/database.ts'
import { toWire } from '../../../platform/wire/to-wire.ts'
import type { ChatModerationService } from '../../chat/chat-moderation.service.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import type { DisputeQueueService } from '../../refunds/disputes/dispute-queue.service.ts'
import { recordAuditEntry } from '../team/audit-log.repository.ts'
import { draftEvidence } from './dispute-draft.ts'
import { findHashes, findIntroduction, findSignIns } from './dispute-pack.repository.ts'

const SHOWN = 100
const toListed = toWire(listedDispute)
const NO_EVIDENCE = { product_description: '', access_activity_log: '', uncategorized_text: '' }

export interface OperatorDisputeServiceOptions {
  db: Database
  profiles: Pick<ProfileService, 'counterparts'>
  chatModeration: Pick<ChatModerationService, 'around'>
  disputes: DisputeQueueService
}

/** Lists and answers disputes for operators, except disputes about the operator's own payments. */
export class OperatorDisputeService {
  readonly #deps: OperatorDisputeServiceOptions

  constructor(deps: OperatorDisputeServiceOptions) {
    this.#deps = deps
  }

  async #present(found: Awaited<ReturnType<DisputeQueueService['open']>>): Promise<ListedDispute[]> {
    const names = await this.#deps.profiles.counterparts(
      this.#deps.db,
      found.flatMap(({ payment }) => (payment ? [payment.sellerId, payment.buyerId] : [])),
    )
    const person = (id: string) => ({ id, name: names.get(id)?.full_name ?? null })
    return found.map(({ dispute, payment }) => ({
      ...toListed(dispute),
      stripe_id: dispute.stripeDisputeId,
      payment_id: payment?.id ?? null,
      seller: payment && person(payment.sellerId),
      buyer: payment && person(payment.buyerId),
      due_by: dispute.evidenceDueBy?.toISOString() ?? null,
    }))
  }

  /** @throws Refusal DISPUTE_NOT_FOUND */
  async #read(operatorId: string, id: string) {
    const found = await this.#deps.disputes.find(operatorId, id)
    const [shown] = found ? await this.#present([found]) : []
    if (!found || !shown) throw new Refusal('DISPUTE_NOT_FOUND')
    return { found, shown }
  }

  async list(operatorId: string): Promise<{ items: ListedDispute[] }> {
    return {
      items: await this.#present(await this.#deps.disputes.open(operatorId, SHOWN)),
    }
  }

  /** Records the view in the audit log before showing anything. @throws Refusal DISPUTE_NOT_FOUND */
  async view(operatorId: string, id: string): Promise<DisputePack> {
    const { db, chatModeration: chat } = this.#deps
    const { found, shown } = await this.#read(operatorId, id)
    await recordAuditEntry(db, {
      actorId: operatorId,
      action: 'dispute_seen',
      subjectKind: 'dispute',
      subjectId: id,
      stateBefore: null,
      stateAfter: found.dispute.status,
    })
    const { payment, refunds } = found
    if (!payment || payment.seq === null) return { dispute: shown, evidence: NO_EVIDENCE }
    const { roomId, seq, sellerId, buyerId } = payment
    const each = OPERATIONS_LIMITS.messagesAroundPayment
    const [introduction, messages, hashes, signIns] = await Promise.all([
      findIntroduction(db, roomId),
      chat.around({ roomId, seq, each }),
      findHashes(db, roomId, seq - each, seq + each),
      findSignIns(db, buyerId),
    ])
    const evidence = draftEvidence({
      sellerId,
      buyerId,
      sellerName: shown.seller?.name ?? 'The seller',
      buyerName: shown.buyer?.name ?? 'The buyer',
      description: payment.description,
      amount: payment.amount,
      currency: payment.currency,
      intentId: payment.stripePaymentIntentId ?? '',
      paymentId: payment.id,
      askedAt: payment.createdAt,
      paidAt: payment.updatedAt,
      refunds,
      introduction,
      messages,
      hashes: new Map(hashes.map(({ seq: place, hash }) => [place, hash])),
      signIns,
    })
    return { dispute: shown, evidence }
  }

  /** Writes the audit log entry in the same transaction. @throws Refusal DISPUTE_NOT_FOUND, DISPUTE_CLOSED */
  async submit(
    operatorId: string,
    { id, ...texts }: { id: string } & Partial<Record<keyof typeof NO_EVIDENCE, string | undefined>>,
  ): Promise<ListedDispute> {
    const { found } = await this.#read(operatorId, id)
    const evidence = Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) => (text === undefined || text === '' ? [] : [[name, text]])),
    )
    await this.#deps.disputes.submit(operatorId, { id, evidence }, (tx) =>
      recordAuditEntry(tx, {
        actorId: operatorId,
        action: 'evidence_submitted',
        subjectKind: 'dispute',
        subjectId: id,
        stateBefore: found.dispute.status,
        stateAfter: 'submitted',
      }),
    )
    return (await this.#read(operatorId, id)).shown
  }
}
