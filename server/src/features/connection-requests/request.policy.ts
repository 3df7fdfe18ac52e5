import { mayBecome, type RequestStatus } from '@kundig/contract/connection-requests/request-life-cycle'
import type { ErrorCode } from '@kundig/contract/errors'

interface Request {
  senderId: string
  receiverId: string
  status: RequestStatus
}

/** May this person send a request to that one? Null: yes. */
export function sendRefusal(asked: {
  senderId: string
  receiverId: string
  senderHasProfile: boolean
}): ErrorCode | null {
  if (asked.senderId === asked.receiverId) return 'REQUEST_TO_SELF'
  return asked.senderHasProfile ? null : 'PROFILE_REQUIRED'
}

/** May this person read the request? Null: yes. */
export function readRefusal(request: Request | undefined, viewerId: string): ErrorCode | null {
  return request?.senderId === viewerId || request?.receiverId === viewerId ? null : 'REQUEST_NOT_FOUND'
}

/** May this person accept or reject the request? Null: yes. */
export function decideRefusal(request: Request, viewerId: string, status: 'accepted' | 'rejected'): ErrorCode | null {
  const hidden = readRefusal(request, viewerId)
  if (hidden) return hidden
  if (request.senderId === viewerId) return 'FORBIDDEN'
  return mayBecome(request.status, status) ? null : 'REQUEST_DECIDED'
}
