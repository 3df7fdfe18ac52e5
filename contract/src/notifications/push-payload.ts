import { OPERATOR_PATH } from '../site/public-pages.ts'

/** JSON payload of a push. Service workers ignore unknown fields, because the server can have a newer release. */
export interface PushPayload {
  title: string
  body?: string
  /** Path of this site that a tap opens, such as `/dashboard?tab=chats&room=…`. */
  path: string
  /** A later notification with the same tag replaces the displayed one. */
  tag: string
  /** Replaces the displayed notification without a sound. */
  silent?: boolean
  /** New count on the installed application's icon: unread messages and pending requests. */
  badge?: number
}

/** Tag of a single notification that summarises several events. */
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
