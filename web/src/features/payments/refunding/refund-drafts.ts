import { TabDraftStore } from '../../../platform/state/draft-store.ts'

export interface RefundDraft {
  amount: string
  reason: string
}

/** Draft with its client id, so that a resend after a lost response refunds nothing twice. */
export interface StoredRefund extends RefundDraft {
  clientId: string
}

/** Unsent refunds of each person and payment, which survive a reload. */
const drafts = new TabDraftStore(isStoredRefund)

function isStoredRefund(value: unknown): value is StoredRefund {
  if (typeof value !== 'object' || value === null) return false
  return ['amount', 'reason', 'clientId'].every((field) => typeof Reflect.get(value, field) === 'string')
}

export function readRefundDraft(key: string, newId: () => string): StoredRefund {
  return drafts.read(key) ?? { amount: '', reason: '', clientId: newId() }
}

/** Stores the draft. A changed text needs a new id, because the earlier text may have been sent. */
export function saveRefundDraft(key: string, draft: StoredRefund): void {
  drafts.save(key, draft)
}

/** Deletes a sent draft and its id, so that the same text makes a new refund. */
export function forgetRefundDraft(key: string): void {
  drafts.forget(key)
}
