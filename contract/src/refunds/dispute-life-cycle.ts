/** The bank either inquires first (`warning_…`) or withdraws the money immediately. Both await evidence. */
export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

export function isAwaitingEvidence(status: DisputeStatus): boolean {
  return status === 'needs_response' || status === 'warning_needs_response'
}

/** True while the bank holds the money, so that the payment cannot be refunded. */
export function isMoneyHeldByBank(status: DisputeStatus): boolean {
  return status === 'needs_response' || status === 'under_review' || status === 'lost'
}

export function isDisputeDecided(status: DisputeStatus): boolean {
  return status === 'won' || status === 'lost' || status === 'warning_closed'
}
