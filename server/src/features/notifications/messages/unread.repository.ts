import { sql } from 'drizzle-orm'

import { type Executor, prepareExistsQuery } from '../../../platform/database/database.ts'
import type { DeliveryChannel } from '../../../tables/notifications.ts'
import type { UnreadDecision, UnreadRoom } from './unread.policy.ts'

export interface DueRoom extends UnreadRoom {
  roomId: string
  userId: string
  notifyAt: string
  changeSeq: number
}

type DueRow = {
  room_id: string
  user_id: string
  notify_at: string
  unread_count: number
  last_read_seq: number
  is_muted: boolean
  last_seq: number
  change_seq: number
  has_browser: boolean
  newest_seq: number | null
  newest_at: string | null
  oldest_at: string | null
  pushed_seq: number
  pushed_at: string | null
  is_push_outdated: boolean
  mailed_seq: number
  mailed_at: string | null
  mails: number
  is_push_under_way: boolean
  is_mail_under_way: boolean
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

/**
 * Selects unread messages; `m` is `room_members`, and `n` is `room_notifications`. Omits removed messages, whose text
 * is a space. Omits refund steps, because each refund has its own notification.
 */
const selectUnread = (after: string, order: 'ASC' | 'DESC', limit = 1) =>
  sql.raw(`SELECT c.seq, c.created_at, c.content, c.appointment IS NOT NULL AS is_appointment FROM chat_messages c
    WHERE c.room_id = m.room_id AND c.seq > ${after} AND c.sender_id <> m.user_id AND c.content <> ' '
      AND c.refund_event IS NULL ORDER BY c.seq ${order} LIMIT ${limit}`)

/** Uses `selectUnread`'s aliases. A change without a new text, such as a payment, leaves `updated_at` unchanged. */
const isPushOutdated = sql.raw(`EXISTS (
    SELECT FROM chat_messages c WHERE c.room_id = m.room_id AND c.seq > m.last_read_seq AND c.seq <= n.pushed_seq
      AND c.sender_id <> m.user_id AND c.changed_seq IS NOT NULL AND c.updated_at > n.pushed_at
  )`)

const hasDue = prepareExistsQuery('rooms_due', sql`SELECT FROM room_members WHERE notify_at <= now()`)

/** Returns the rooms that are due for longest. Takes no lock, so authors of messages never wait for this query. */
export async function findDueRooms(db: Executor, limit: number): Promise<DueRoom[]> {
  if (!(await hasDue(db, {}))) return []
  const isUnderWay = (channel: DeliveryChannel, subject: string) => sql`EXISTS (
    SELECT FROM notification_deliveries d WHERE d.user_id = m.user_id AND d.channel = ${channel}
      AND d.kind = 'messages' AND d.subject_id = ${sql.raw(subject)} AND d.ended_at IS NULL
  )`
  const { rows } = await db.execute<DueRow>(sql`
    SELECT m.room_id, m.user_id, m.notify_at::text AS notify_at, m.unread_count, m.last_read_seq,
      r.last_seq, r.change_seq, coalesce(n.muted_until > now(), false) AS is_muted,
      newest.seq AS newest_seq, newest.created_at AS newest_at, oldest.created_at AS oldest_at,
      EXISTS (SELECT FROM push_subscriptions WHERE user_id = m.user_id) AS has_browser,
      coalesce(n.pushed_seq, 0) AS pushed_seq, n.pushed_at, ${isPushOutdated} AS is_push_outdated,
      coalesce(n.mailed_seq, 0) AS mailed_seq, n.mailed_at, coalesce(n.mails, 0) AS mails,
      ${isUnderWay('push', 'm.room_id')} AS is_push_under_way, ${isUnderWay('mail', 'm.user_id')} AS is_mail_under_way
    FROM room_members m
    JOIN chat_rooms r ON r.id = m.room_id
    LEFT JOIN room_notifications n ON n.room_id = m.room_id AND n.user_id = m.user_id
    LEFT JOIN LATERAL (${selectUnread('m.last_read_seq', 'DESC')}) newest ON true
    LEFT JOIN LATERAL (${selectUnread('greatest(m.last_read_seq, coalesce(n.mailed_seq, 0))', 'ASC')}) oldest ON true
    WHERE m.notify_at <= now() ORDER BY m.notify_at LIMIT ${limit}::int`)
  return rows.map((row) => ({
    roomId: row.room_id,
    userId: row.user_id,
    notifyAt: row.notify_at,
    unreadCount: row.unread_count,
    lastReadSeq: row.last_read_seq,
    isMuted: row.is_muted,
    lastSeq: row.last_seq,
    changeSeq: row.change_seq,
    newest:
      row.newest_seq === null || row.newest_at === null ? null : { seq: row.newest_seq, at: new Date(row.newest_at) },
    oldestUnmailed: toDate(row.oldest_at),
    hasBrowser: row.has_browser,
    pushedSeq: row.pushed_seq,
    pushedAt: toDate(row.pushed_at),
    isPushOutdated: row.is_push_outdated,
    mailedSeq: row.mailed_seq,
    mailedAt: toDate(row.mailed_at),
    mails: row.mails,
    isPushUnderWay: row.is_push_under_way,
    isMailUnderWay: row.is_mail_under_way,
  }))
}

/** Returns a push's unique `up_to`: the newest position, or the negative change number if that position was pushed. */
function toPushPosition({ newest, pushedSeq, changeSeq }: DueRoom): number {
  const seq = newest?.seq ?? 0
  return seq > pushedSeq ? seq : -changeSeq
}

/** Locked or changed rooms are skipped and stay due, so no author waits. A muted room's messages count as notified. */
export async function saveDecisions(
  db: Executor,
  decided: readonly { room: DueRoom; decision: UnreadDecision }[],
  now: Date,
): Promise<number> {
  const list = <T>(of: (one: (typeof decided)[number]) => T) => sql.param(decided.map(of))
  const { rows } = await db.execute<{ count: number }>(sql`
    WITH taken AS MATERIALIZED (
      SELECT a.* FROM unnest(
        ${list(({ room }) => room.roomId)}::uuid[], ${list(({ room }) => room.userId)}::uuid[],
        ${list(({ room }) => room.notifyAt)}::timestamptz[], ${list(({ room }) => room.unreadCount)}::int[],
        ${list(({ room }) => room.lastReadSeq)}::int[], ${list(({ room }) => toPushPosition(room))}::int[],
        ${list(({ room }) => (room.isMuted ? room.lastSeq : null))}::int[],
        ${list(({ decision }) => decision.push)}::boolean[], ${list(({ decision }) => decision.mail)}::boolean[],
        ${list(({ decision }) => decision.nextAt?.toISOString() ?? null)}::timestamptz[]
      ) AS a (room_id, user_id, notify_at, unread_count, last_read_seq, push_up_to, muted_seq, push, mail, next_at)
      JOIN room_members m ON m.room_id = a.room_id AND m.user_id = a.user_id AND m.notify_at = a.notify_at
        AND m.unread_count = a.unread_count AND m.last_read_seq = a.last_read_seq
      FOR NO KEY UPDATE OF m SKIP LOCKED
    ), looked_at AS (
      UPDATE room_members m SET notify_at = t.next_at FROM taken t WHERE m.room_id = t.room_id AND m.user_id = t.user_id
    ), passed_over AS (
      UPDATE room_notifications n SET
        pushed_seq = greatest(n.pushed_seq, t.muted_seq), mailed_seq = greatest(n.mailed_seq, t.muted_seq)
      FROM taken t WHERE n.room_id = t.room_id AND n.user_id = t.user_id AND t.muted_seq IS NOT NULL
    ), planned AS (
      INSERT INTO notification_deliveries (user_id, channel, kind, subject_id, up_to, due_at)
      SELECT user_id, 'push', 'messages', room_id, push_up_to, now() FROM taken WHERE push
      UNION
      SELECT user_id, 'mail', 'messages', user_id, ${now.getTime()}::bigint, now() FROM taken WHERE mail
      ON CONFLICT DO NOTHING
    )
    SELECT count(*)::int AS count FROM taken`)
  return rows[0]?.count ?? 0
}

/** `text` is the message's text, a file's name, or a payment request's reason. */
export interface UnreadMessage {
  text: string
  kind: 'text' | 'file' | 'payment' | 'appointment'
  amount: number | null
  currency: string | null
}

export interface RoomToNotify {
  roomId: string
  partnerId: string
  unreadCount: number
  lastReadSeq: number
  newestSeq: number
  latest: UnreadMessage[]
  /** Time when the texts were read: they include all changes before it. */
  readAt: Date
  pushedSeq: number
  pushedAt: Date | null
  isPushOutdated: boolean
  mailedSeq: number
  mails: number
}

type ToNotifyRow = {
  room_id: string
  partner_id: string
  unread_count: number
  last_read_seq: number
  newest_seq: number
  latest: UnreadMessage[]
  read_at: string
  pushed_seq: number
  pushed_at: string | null
  is_push_outdated: boolean
  mailed_seq: number
  mails: number
}

/** Maximum time between a change's timestamp and its commit. Until the commit, queries do not see the change. */
const COMMITTED_WITHIN = sql.raw(`interval '1 second'`)

/** Finds rooms with unread messages, latest message first. `contentMax` limits each text (PostgreSQL's characters). */
export async function findRoomsToNotify(
  db: Executor,
  userId: string,
  {
    limit,
    messagesMax,
    contentMax,
    roomId,
  }: { limit: number; messagesMax: number; contentMax: number; roomId?: string },
): Promise<RoomToNotify[]> {
  const { rows } = await db.execute<ToNotifyRow>(sql`
    SELECT m.room_id, partner.id AS partner_id, m.unread_count - (
        SELECT count(*) FROM chat_messages c WHERE c.room_id = m.room_id AND c.seq > m.last_read_seq
          AND c.sender_id <> m.user_id AND c.refund_event IS NOT NULL
      )::int AS unread_count, m.last_read_seq, newest.seq AS newest_seq,
      unread.latest, statement_timestamp() - ${COMMITTED_WITHIN} AS read_at, coalesce(n.pushed_seq, 0) AS pushed_seq, n.pushed_at, ${isPushOutdated} AS is_push_outdated,
      coalesce(n.mailed_seq, 0) AS mailed_seq, coalesce(n.mails, 0) AS mails
    FROM room_members m
    JOIN chat_rooms r ON r.id = m.room_id
    CROSS JOIN LATERAL (SELECT id FROM unnest(r.participant_ids) p (id) WHERE id <> m.user_id LIMIT 1) partner
    CROSS JOIN LATERAL (${selectUnread('m.last_read_seq', 'DESC')}) newest
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object(
        'text', left(coalesce(f.name, p.description, c.content), ${contentMax}::int),
        'kind', CASE WHEN f.seq IS NOT NULL THEN 'file' WHEN p.seq IS NOT NULL THEN 'payment'
          WHEN c.is_appointment THEN 'appointment' ELSE 'text' END,
        'amount', p.amount, 'currency', p.currency
      ) ORDER BY c.seq DESC) AS latest
      FROM (${selectUnread('m.last_read_seq', 'DESC', messagesMax)}) c
      LEFT JOIN chat_files f ON f.room_id = m.room_id AND f.seq = c.seq
      LEFT JOIN payment_requests p ON p.room_id = m.room_id AND p.seq = c.seq
    ) unread
    LEFT JOIN room_notifications n ON n.room_id = m.room_id AND n.user_id = m.user_id
    WHERE m.user_id = ${userId}::uuid AND m.unread_count > 0 AND NOT coalesce(n.muted_until > now(), false)
      ${roomId === undefined ? sql`` : sql`AND m.room_id = ${roomId}::uuid`}
    ORDER BY newest.created_at DESC, m.room_id LIMIT ${limit}::int`)
  return rows.map((row) => ({
    roomId: row.room_id,
    partnerId: row.partner_id,
    unreadCount: row.unread_count,
    lastReadSeq: row.last_read_seq,
    newestSeq: row.newest_seq,
    latest: row.latest,
    readAt: new Date(row.read_at),
    pushedSeq: row.pushed_seq,
    pushedAt: toDate(row.pushed_at),
    isPushOutdated: row.is_push_outdated,
    mailedSeq: row.mailed_seq,
    mails: row.mails,
  }))
}

/**
 * Marks messages as notified. Failed mails and pushes (`isSent` false) are not repeated, and do not count towards
 * limits. A push is dated by the time of reading its texts, so a change during the sending makes it outdated.
 */
export async function markNotified(
  tx: Executor,
  channel: DeliveryChannel,
  userId: string,
  rooms: readonly { roomId: string; upTo: number; readAt: Date }[],
  isSent: boolean,
): Promise<void> {
  if (rooms.length === 0) return
  const rows = sql`
    SELECT m.room_id, m.user_id, t.up_to, ${channel === 'push' ? sql`t.read_at` : sql`clock_timestamp()`}
    FROM unnest(
      ${sql.param(rooms.map(({ roomId }) => roomId))}::uuid[], ${sql.param(rooms.map(({ upTo }) => upTo))}::int[],
      ${sql.param(rooms.map(({ readAt }) => readAt.toISOString()))}::timestamptz[]
    ) AS t (room_id, up_to, read_at)
    JOIN room_members m ON m.room_id = t.room_id AND m.user_id = ${userId}::uuid`
  if (channel === 'push') {
    await tx.execute(sql`
      INSERT INTO room_notifications AS n (room_id, user_id, pushed_seq, pushed_at) ${rows}
      ON CONFLICT (room_id, user_id) DO UPDATE SET
        pushed_seq = greatest(n.pushed_seq, excluded.pushed_seq), pushed_at = excluded.pushed_at`)
    return
  }
  await tx.execute(sql`
    INSERT INTO room_notifications AS n (room_id, user_id, mailed_seq, mailed_at, mails)
    SELECT mailed.*, ${isSent ? 1 : 0}::int FROM (${rows}) mailed
    ON CONFLICT (room_id, user_id) DO UPDATE SET
      mailed_seq = greatest(n.mailed_seq, excluded.mailed_seq), mailed_at = excluded.mailed_at,
      mails = excluded.mails + CASE
        WHEN n.mailed_seq <= (
          SELECT last_read_seq FROM room_members m WHERE m.room_id = n.room_id AND m.user_id = n.user_id
        ) THEN 0
        ELSE n.mails
      END`)
}

/** Counts unread messages and pending requests for the badge of the installed application. */
export async function computeBadgeCount(db: Executor, userId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT (
      (SELECT coalesce(sum(unread_count), 0) FROM room_members WHERE user_id = ${userId}::uuid)
      + (SELECT count(*) FROM connection_requests WHERE receiver_id = ${userId}::uuid AND status = 'pending')
    )::int AS count`)
  return rows[0]?.count ?? 0
}
