import { TabDraftStore } from '../../../platform/state/draft-store.ts'

export interface RefundDraft {
  amount: string
  reason: string
}

/** Draft with its client id: resending it after a lost answer refunds nothing twice. */
export interface StoredRefund extends RefundDraft {
  clientId: string
}

/** Unsent refunds per person and payment; they survive a reload. */
const drafts = new TabDraftStore(isStored)

function isStored(value: unknown): value is StoredRefund {
  if (typeof value !== 'object' || value === null) return false
  return ['amount', 'reason', 'clientId'].every((field) => typeof Reflect.get(value, field) === 'string')
}

export function readRefundDraft(key: string, newId: () => string): StoredRefund {
  return drafts.read(key) ?? { amount: '', reason: '', clientId: newId() }
}

/** Stores the draft. A changed text needs another id: the earlier refund may have been made. */
export function saveRefundDraft(key: string, draft: StoredRefund): void {
  drafts.save(key, draft)
}

/** Forgets a sent draft and its id: the same text now makes a new refund. */
export function forgetRefundDraft(key: string): void {
  drafts.forget(key)
}
