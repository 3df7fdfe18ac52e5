const MINUTE_MS = 60_000

/** A push follows an unread message after this time, and the one before it in its room after that (ms). */
const PUSH_AFTER_MS = 5000
const PUSH_PAUSE_MS = 30_000
/** What takes the place of a push that is no older makes no sound (ms). */
const SILENT_WITHIN_MS = 5 * MINUTE_MS
/** A mail follows when a message has been unread for so long; further ones after pauses, each twice as long (ms). */
const MAIL_AFTER_MS = 15 * MINUTE_MS
const MAIL_PAUSE_MS = { first: 15 * MINUTE_MS, longest: 24 * 60 * MINUTE_MS }
/** So many mails tell of a room's messages until its reader opens it. */
const MAILS_MAX = 4
/** While one is on its way, the next is decided on after this time (ms). */
const UNDER_WAY_MS = { push: PUSH_PAUSE_MS, mail: 5 * MINUTE_MS }

/** How far somebody has been told of what they have not read in a room. */
export interface UnreadRoom {
  unreadCount: number
  lastReadSeq: number
  isMuted: boolean
  /** The last place of the room. */
  lastSeq: number
  /** The partner's latest message; null when there is none that is unread. */
  newest: { seq: number; at: Date } | null
  /** The oldest unread one of which no mail has told. */
  oldestUnmailed: Date | null
  pushedSeq: number
  pushedAt: Date | null
  mailedSeq: number
  mailedAt: Date | null
  mails: number
  /** Whether a push about this room, or a mail about this person's rooms, is on its way. */
  isPushUnderWay: boolean
  isMailUnderWay: boolean
}

export interface UnreadDecision {
  /** Plan a push about the room now. */
  push: boolean
  /** Plan a mail to the person now. */
  mail: boolean
  /** When to look again, should nothing new come; null for never. */
  nextAt: Date | null
}

const NOTHING: UnreadDecision = { push: false, mail: false, nextAt: null }

/** How many mails told of a room since its reader opened it last. */
function mailsSinceOpened({
  mails,
  mailedSeq,
  lastReadSeq,
}: Pick<UnreadRoom, 'mails' | 'mailedSeq' | 'lastReadSeq'>): number {
  return lastReadSeq >= mailedSeq ? 0 : mails
}

/** Whether a mail may tell of a room, should one be sent now for the sake of another. */
export function mayBeMailed(
  room: Pick<UnreadRoom, 'mails' | 'mailedSeq' | 'lastReadSeq'> & { newestSeq: number },
): boolean {
  return room.newestSeq > room.mailedSeq && mailsSinceOpened(room) < MAILS_MAX
}

/** Whether a push takes the place of one so recent that it makes no sound. */
export function isSilent(pushedAt: Date | null, now: Date): boolean {
  return pushedAt !== null && now.getTime() - pushedAt.getTime() < SILENT_WITHIN_MS
}

/** What is to be done about somebody's unread messages in a room. */
export function decideUnread(room: UnreadRoom, now: Date): UnreadDecision {
  if (room.unreadCount === 0 || room.newest === null || room.isMuted) return NOTHING
  const pushAt = room.newest.seq > room.pushedSeq ? pushTime(room, room.newest.at) : null
  const mailAt = room.newest.seq > room.mailedSeq ? mailTime(room) : null
  const push = judge(pushAt, room.isPushUnderWay, UNDER_WAY_MS.push, now)
  const mail = judge(mailAt, room.isMailUnderWay, UNDER_WAY_MS.mail, now)
  const next = [push.nextMs, mail.nextMs].filter((ms) => ms !== null)
  return { push: push.isDue, mail: mail.isDue, nextAt: next.length === 0 ? null : new Date(Math.min(...next)) }
}

function judge(at: number | null, isUnderWay: boolean, underWayMs: number, now: Date) {
  if (at === null) return { isDue: false, nextMs: null }
  if (at > now.getTime()) return { isDue: false, nextMs: at }
  return isUnderWay ? { isDue: false, nextMs: now.getTime() + underWayMs } : { isDue: true, nextMs: null }
}

function pushTime({ pushedAt }: UnreadRoom, newest: Date): number {
  return Math.max(newest.getTime() + PUSH_AFTER_MS, pushedAt === null ? 0 : pushedAt.getTime() + PUSH_PAUSE_MS)
}

/** Null when there is to be none until the room was opened. */
function mailTime(room: UnreadRoom): number | null {
  const told = mailsSinceOpened(room)
  if (told >= MAILS_MAX || room.oldestUnmailed === null) return null
  const firstAt = room.oldestUnmailed.getTime() + MAIL_AFTER_MS
  if (told === 0 || room.mailedAt === null) return firstAt
  const pause = Math.min(MAIL_PAUSE_MS.first * 2 ** (told - 1), MAIL_PAUSE_MS.longest)
  return Math.max(firstAt, room.mailedAt.getTime() + pause)
}
