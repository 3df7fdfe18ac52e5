/** The life of a connection request (spec 4). Both sides read it here; nothing else names these moves. */
export const REQUEST_STATUSES = ['pending', 'accepted', 'rejected'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

const REQUEST_TRANSITIONS = {
  pending: ['accepted', 'rejected'],
  accepted: [],
  rejected: [],
} as const satisfies Record<RequestStatus, readonly RequestStatus[]>

/** Whether a request may go from one status to another. */
export function mayBecome(from: RequestStatus, to: RequestStatus): boolean {
  return (REQUEST_TRANSITIONS[from] as readonly RequestStatus[]).includes(to)
}
