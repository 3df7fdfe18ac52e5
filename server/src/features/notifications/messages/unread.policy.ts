const MINUTE_MS = 60_000

/** Delay of a push after an unread message, and minimum interval between pushes of a room (ms). */
const PUSH_AFTER_MS = 5000
const PUSH_PAUSE_MS = 30_000
/** Maximum age of a push that a new push replaces silently (ms). */
const SILENT_WITHIN_MS = 5 * MINUTE_MS
/** Delay of the first mail about an unread message; further mails follow after pauses that double (ms). */
const MAIL_AFTER_MS = 15 * MINUTE_MS
const MAIL_PAUSE_MS = { first: 15 * MINUTE_MS, longest: 24 * 60 * MINUTE_MS }
/** Maximum mails about a room until its reader opens the room. */
const MAILS_MAX = 4
/** Delay of the next check while a push or mail is being sent (ms). */
const UNDER_WAY_MS = { push: PUSH_PAUSE_MS, mail: 5 * MINUTE_MS }

export interface UnreadRoom {
  unreadCount: number
  lastReadSeq: number
  isMuted: boolean
  lastSeq: number
  newest: { seq: number; at: Date } | null
  oldestUnmailed: Date | null
  /** True when the reader has a push subscription. */
  hasBrowser: boolean
  pushedSeq: number
  pushedAt: Date | null
  /** True when a message was edited or deleted after its push. */
  isPushOutdated: boolean
  mailedSeq: number
  mailedAt: Date | null
  mails: number
  isPushUnderWay: boolean
  isMailUnderWay: boolean
}

export interface UnreadDecision {
  push: boolean
  mail: boolean
  nextAt: Date | null
}

const NOTHING: UnreadDecision = { push: false, mail: false, nextAt: null }

function countMailsSinceOpened({
  mails,
  mailedSeq,
  lastReadSeq,
}: Pick<UnreadRoom, 'mails' | 'mailedSeq' | 'lastReadSeq'>): number {
  return lastReadSeq >= mailedSeq ? 0 : mails
}

export function canBeMailed(
  room: Pick<UnreadRoom, 'mails' | 'mailedSeq' | 'lastReadSeq'> & { newestSeq: number },
): boolean {
  return room.newestSeq > room.mailedSeq && countMailsSinceOpened(room) < MAILS_MAX
}

/** True for a push that replaces a recent push, or one with the same messages. */
export function isSilentPush(
  { pushedAt, pushedSeq, newestSeq }: Pick<UnreadRoom, 'pushedAt' | 'pushedSeq'> & { newestSeq: number },
  now: Date,
): boolean {
  if (pushedAt === null) return false
  return newestSeq <= pushedSeq || now.getTime() - pushedAt.getTime() < SILENT_WITHIN_MS
}

export function decideUnreadDelivery(room: UnreadRoom, now: Date): UnreadDecision {
  if (room.unreadCount === 0 || room.newest === null || room.isMuted) return NOTHING
  const isPushWanted = room.hasBrowser && (room.newest.seq > room.pushedSeq || room.isPushOutdated)
  const pushAt = isPushWanted ? computePushTime(room, room.newest.at) : null
  const mailAt = room.newest.seq > room.mailedSeq ? computeMailTime(room) : null
  const push = computeDueState(pushAt, room.isPushUnderWay, UNDER_WAY_MS.push, now)
  const mail = computeDueState(mailAt, room.isMailUnderWay, UNDER_WAY_MS.mail, now)
  const next = [push.nextMs, mail.nextMs].filter((ms) => ms !== null)
  return { push: push.isDue, mail: mail.isDue, nextAt: next.length === 0 ? null : new Date(Math.min(...next)) }
}

function computeDueState(at: number | null, isUnderWay: boolean, underWayMs: number, now: Date) {
  if (at === null) return { isDue: false, nextMs: null }
  if (at > now.getTime()) return { isDue: false, nextMs: at }
  return isUnderWay ? { isDue: false, nextMs: now.getTime() + underWayMs } : { isDue: true, nextMs: null }
}

function computePushTime({ pushedAt }: UnreadRoom, newest: Date): number {
  return Math.max(newest.getTime() + PUSH_AFTER_MS, pushedAt === null ? 0 : pushedAt.getTime() + PUSH_PAUSE_MS)
}

/** Returns the time of the next mail; null when no mail may follow until the room is opened. */
function computeMailTime(room: UnreadRoom): number | null {
  const sentMails = countMailsSinceOpened(room)
  if (sentMails >= MAILS_MAX || room.oldestUnmailed === null) return null
  const firstAt = room.oldestUnmailed.getTime() + MAIL_AFTER_MS
  if (sentMails === 0 || room.mailedAt === null) return firstAt
  const pause = Math.min(MAIL_PAUSE_MS.first * 2 ** (sentMails - 1), MAIL_PAUSE_MS.longest)
  return Math.max(firstAt, room.mailedAt.getTime() + pause)
}
