/** The life of a connection request (spec 4). Both sides read it here; nothing else names these moves. */
export const REQUEST_STATUSES = ['pending', 'accepted', 'rejected'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

/** How a request that was not accepted ended: its receiver rejected it, its sender took it back, nobody answered, or a block. */
export const REQUEST_ENDS = ['receiver', 'withdrawn', 'expired', 'blocked'] as const
export type RequestEnd = (typeof REQUEST_ENDS)[number]

/** What somebody may say of why they reject a request. */
export const REJECTION_REASONS = ['no_time', 'not_my_field', 'other'] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

const REQUEST_TRANSITIONS = {
  pending: ['accepted', 'rejected'],
  accepted: [],
  rejected: [],
} as const satisfies Record<RequestStatus, readonly RequestStatus[]>

/** Whether a request may go from one status to another. */
export function mayBecome(from: RequestStatus, to: RequestStatus): boolean {
  return (REQUEST_TRANSITIONS[from] as readonly RequestStatus[]).includes(to)
}
