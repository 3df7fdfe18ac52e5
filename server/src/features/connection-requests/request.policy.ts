import { mayBecome, type RequestEnd, type RequestStatus } from '@kundig/contract/connection-requests/request-life-cycle'
import type { ErrorCode } from '@kundig/contract/errors'

interface Request {
  senderId: string
  receiverId: string
  status: RequestStatus
  endedBy: RequestEnd | null
}

/** What ends the waiting of a request. */
export type Decision = 'accepted' | 'rejected' | 'withdrawn'

/** May this person send a request to that one? Null: yes. */
export function sendRefusal(asked: {
  senderId: string
  receiverId: string
  senderHasProfile: boolean
  senderIsHidden: boolean
}): ErrorCode | null {
  if (asked.senderId === asked.receiverId) return 'REQUEST_TO_SELF'
  if (!asked.senderHasProfile) return 'PROFILE_REQUIRED'
  // Whoever gets a request wants to read the profile behind it.
  return asked.senderIsHidden ? 'PROFILE_HIDDEN' : null
}

/** May this person read the request? Null: yes. */
export function readRefusal(request: Request | undefined, viewerId: string): 'REQUEST_NOT_FOUND' | null {
  return request?.senderId === viewerId || request?.receiverId === viewerId ? null : 'REQUEST_NOT_FOUND'
}

/**
 * May this person accept, reject or withdraw the request? Null: yes.
 * @param request.isOver its time is over, also where it is not marked as expired yet
 */
export function decideRefusal(
  request: Request & { isOver: boolean },
  viewerId: string,
  decision: Decision,
): 'REQUEST_NOT_FOUND' | 'FORBIDDEN' | 'REQUEST_WITHDRAWN' | 'REQUEST_EXPIRED' | 'REQUEST_DECIDED' | null {
  const hidden = readRefusal(request, viewerId)
  if (hidden) return hidden
  if (viewerId !== (decision === 'withdrawn' ? request.senderId : request.receiverId)) return 'FORBIDDEN'
  if (mayBecome(request.status, statusAfter(decision))) return request.isOver ? 'REQUEST_EXPIRED' : null
  if (request.endedBy === 'expired') return 'REQUEST_EXPIRED'
  return toldEndOf(request, viewerId) === 'withdrawn' ? 'REQUEST_WITHDRAWN' : 'REQUEST_DECIDED'
}

/** How somebody is told that a request ended: a block is told to nobody, and looks as if the other one had ended it. */
export function toldEndOf(
  { senderId, endedBy }: Pick<Request, 'senderId' | 'endedBy'>,
  viewerId: string,
): RequestEnd | null {
  if (endedBy !== 'blocked') return endedBy
  return viewerId === senderId ? 'receiver' : 'withdrawn'
}

/** A request that is withdrawn is one that is rejected, by its sender. */
export function statusAfter(decision: Decision): 'accepted' | 'rejected' {
  return decision === 'withdrawn' ? 'rejected' : decision
}

/** How a request ends by a decision; null: it does not. */
export function endAfter(decision: Decision): RequestEnd | null {
  if (decision === 'accepted') return null
  return decision === 'withdrawn' ? 'withdrawn' : 'receiver'
}
