import { TabDraftStore } from '../../../platform/state/draft-store.ts'

/** A refund as it is typed. */
export interface RefundDraft {
  amount: string
  reason: string
}

/** A draft, and the id that it is sent by: sending it again after a lost answer refunds nothing twice. */
export interface StoredRefund extends RefundDraft {
  clientId: string
}

/** Refunds that were begun and not made, for each person and payment: a reload in the middle leaves them as they were. */
const drafts = new TabDraftStore(isStored)

function isStored(value: unknown): value is StoredRefund {
  if (typeof value !== 'object' || value === null) return false
  return ['amount', 'reason', 'clientId'].every((field) => typeof Reflect.get(value, field) === 'string')
}

/**
 * What a person had begun to refund.
 * @param newId makes an id for what was not begun yet
 */
export function readRefundDraft(key: string, newId: () => string): StoredRefund {
  return drafts.read(key) ?? { amount: '', reason: '', clientId: newId() }
}

/** Stores what is typed. What was sent under its id may have been made: other words are another refund, under another id. */
export function saveRefundDraft(key: string, draft: StoredRefund): void {
  drafts.save(key, draft)
}

/** Forgets a draft and its id: it was made, and the same words from now on refund something new. */
export function forgetRefundDraft(key: string): void {
  drafts.forget(key)
}
