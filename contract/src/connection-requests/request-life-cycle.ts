/** States of a connection request (spec 4). The allowed transitions are declared only here. */
export const REQUEST_STATUSES = ['pending', 'accepted', 'rejected'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

/** Causes of a rejected status: the receiver's answer, the sender's withdrawal, a passed deadline, or a block. */
export const REQUEST_ENDS = ['receiver', 'withdrawn', 'expired', 'blocked'] as const
export type RequestEnd = (typeof REQUEST_ENDS)[number]

export const REJECTION_REASONS = ['no_time', 'not_my_field', 'other'] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

const REQUEST_TRANSITIONS = {
  pending: ['accepted', 'rejected'],
  accepted: [],
  rejected: [],
} as const satisfies Record<RequestStatus, readonly RequestStatus[]>

export function canChangeStatus(from: RequestStatus, to: RequestStatus): boolean {
  return (REQUEST_TRANSITIONS[from] as readonly RequestStatus[]).includes(to)
}
