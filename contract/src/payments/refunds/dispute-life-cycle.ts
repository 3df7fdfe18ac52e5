/**
 * How far a dispute is. Its bank first asks (`warning_…`) or takes the money at once; either waits for evidence, is looked at, and
 * ends.
 */
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

/** Whether the bank waits for evidence. */
export function wantsEvidence(status: DisputeStatus): boolean {
  return status === 'needs_response' || status === 'warning_needs_response'
}

/** Whether the bank has the money: nothing of the payment can be refunded then. */
export function hasMoney(status: DisputeStatus): boolean {
  return status === 'needs_response' || status === 'under_review' || status === 'lost'
}

/** Whether the bank has decided. */
export function isDecided(status: DisputeStatus): boolean {
  return status === 'won' || status === 'lost' || status === 'warning_closed'
}
