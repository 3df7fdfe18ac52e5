import { OPERATOR_PATH } from '../site/public-pages.ts'

/** JSON payload of a push. Server and worker can be of two releases: a worker ignores unknown fields. */
export interface PushPayload {
  title: string
  body?: string
  /** Path of this site that a tap opens, such as `/dashboard?tab=chats&room=…`. */
  path: string
  /** A later notification with the same tag replaces the displayed one. */
  tag: string
  /** Replaces it without a sound. */
  silent?: boolean
  /** New count on the installed application's icon: unread messages and pending requests. */
  badge?: number
}

/** Tag of the one notification about several events. */
export const DIGEST_TAG = 'digest'

/** Returns the tag shared by all messages of a room. */
export function toRoomTag(roomId: string): string {
  return `room:${roomId}`
}

/** Returns the tag of an event that also has an entry in the bell. */
export function toEventTag(kind: string, subjectId: string): string {
  return `${kind}:${subjectId}`
}

export function toCasePath(caseId: string): string {
  return `${OPERATOR_PATH}?case=${caseId}`
}

export const DISPUTES_PATH = `${OPERATOR_PATH}?tab=payments`

export function toChatPath(roomId: string): string {
  return `/dashboard?tab=chats&room=${roomId}`
}
