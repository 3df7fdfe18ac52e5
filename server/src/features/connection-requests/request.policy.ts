import {
  canChangeStatus,
  type RequestEnd,
  type RequestStatus,
} from '@kundig/contract/connection-requests/request-life-cycle'
import type { ErrorCode } from '@kundig/contract/errors'

interface Request {
  senderId: string
  receiverId: string
  status: RequestStatus
  endedBy: RequestEnd | null
}

export type Decision = 'accepted' | 'rejected' | 'withdrawn'

export function findSendRefusal(asked: {
  senderId: string
  receiverId: string
  senderHasProfile: boolean
  senderIsHidden: boolean
}): ErrorCode | null {
  if (asked.senderId === asked.receiverId) return 'REQUEST_TO_SELF'
  if (!asked.senderHasProfile) return 'PROFILE_REQUIRED'
  // The receiver of a request must be able to read the sender's profile.
  return asked.senderIsHidden ? 'PROFILE_HIDDEN' : null
}

export function findReadRefusal(request: Request | undefined, viewerId: string): 'REQUEST_NOT_FOUND' | null {
  return request?.senderId === viewerId || request?.receiverId === viewerId ? null : 'REQUEST_NOT_FOUND'
}

/** @param request.isOver true after the request's deadline, even before the request is marked as expired */
export function findDecisionRefusal(
  request: Request & { isOver: boolean },
  viewerId: string,
  decision: Decision,
): 'REQUEST_NOT_FOUND' | 'FORBIDDEN' | 'REQUEST_WITHDRAWN' | 'REQUEST_EXPIRED' | 'REQUEST_DECIDED' | null {
  const hidden = findReadRefusal(request, viewerId)
  if (hidden) return hidden
  if (viewerId !== (decision === 'withdrawn' ? request.senderId : request.receiverId)) return 'FORBIDDEN'
  if (canChangeStatus(request.status, toStatus(decision))) return request.isOver ? 'REQUEST_EXPIRED' : null
  if (request.endedBy === 'expired') return 'REQUEST_EXPIRED'
  return toVisibleEndReason(request, viewerId) === 'withdrawn' ? 'REQUEST_WITHDRAWN' : 'REQUEST_DECIDED'
}

/** Presents a block as a rejection or withdrawal by the counterpart, so that the block is not revealed. */
export function toVisibleEndReason(
  { senderId, endedBy }: Pick<Request, 'senderId' | 'endedBy'>,
  viewerId: string,
): RequestEnd | null {
  if (endedBy !== 'blocked') return endedBy
  return viewerId === senderId ? 'receiver' : 'withdrawn'
}

/** A withdrawn request is stored as rejected by its sender. */
export function toStatus(decision: Decision): 'accepted' | 'rejected' {
  return decision === 'withdrawn' ? 'rejected' : decision
}

export function toRequestEnding(decision: Decision): RequestEnd | null {
  if (decision === 'accepted') return null
  return decision === 'withdrawn' ? 'withdrawn' : 'receiver'
}
