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

export function toCasePath(caseId: string): string {
  return `${OPERATOR_PATH}?case=${caseId}`
}

export const DISPUTES_PATH = `${OPERATOR_PATH}?tab=payments`

export function toChatPath(roomId: string): string {
  return `/dashboard?tab=chats&room=${roomId}`
}
