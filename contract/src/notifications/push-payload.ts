import { OPERATOR_PATH } from '../site/public-pages.ts'

/**
 * What a push carries, as JSON, to the service worker of a browser. Both sides of two releases read it: a worker leaves out
 * what it does not know.
 */
export interface PushPayload {
  /** What it says, in the person's language: who, and what. */
  title: string
  body?: string
  /** Where a tap leads: a path of this site, such as `/dashboard?tab=chats&room=…`. */
  path: string
  /** A later one with the same tag takes the place of the one that is shown. */
  tag: string
  /** Takes its place without a sound. */
  silent?: boolean
  /** What the installed application's icon counts from now on: unread messages and pending requests. */
  badge?: number
}

/** The address at which operators decide a case. */
export function casePath(caseId: string): string {
  return `${OPERATOR_PATH}?case=${caseId}`
}

/** The address at which operators answer disputes. */
export const DISPUTES_PATH = `${OPERATOR_PATH}?tab=payments`

/** Where a notification about a chat leads, or one about requests. */
export function chatPath(roomId: string): string {
  return `/dashboard?tab=chats&room=${roomId}`
}
