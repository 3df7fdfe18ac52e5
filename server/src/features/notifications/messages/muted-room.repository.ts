import { and, eq, gt, sql } from 'drizzle-orm'

import type { MuteTime } from '@kundig/contract/notifications/notification-kinds'

import type { Executor } from '../../../platform/database/database.ts'
import { roomNotifications } from '../../../tables/notifications.ts'

/** Muted room. A null `until` means until the person unmutes the room. */
export interface MutedRoomRow {
  roomId: string
  until: Date | null
}

const UNTIL: Record<MuteTime, string> = {
  '1h': `now() + interval '1 hour'`,
  '8h': `now() + interval '8 hours'`,
  always: `'infinity'::timestamptz`,
}

const shown = {
  roomId: roomNotifications.roomId,
  // Returns null for infinity, because JavaScript has no infinite date.
  until: sql<Date | null>`nullif(${roomNotifications.mutedUntil}, 'infinity')`.mapWith(roomNotifications.mutedUntil),
}

export function findMutedRooms(db: Executor, userId: string): Promise<MutedRoomRow[]> {
  return db
    .select(shown)
    .from(roomNotifications)
    .where(and(eq(roomNotifications.userId, userId), gt(roomNotifications.mutedUntil, sql`now()`)))
    .orderBy(roomNotifications.roomId)
}

/** Messages that arrive during the mute never notify, even later. Returns undefined for a non-member. */
export async function saveRoomMute(
  db: Executor,
  userId: string,
  roomId: string,
  time: MuteTime | null,
): Promise<{ until: Date | null } | undefined> {
  const until = sql.raw(time === null ? 'NULL::timestamptz' : UNTIL[time])
  const { rows } = await db.execute<{ until: string | null }>(sql`
    INSERT INTO room_notifications AS n (room_id, user_id, muted_until, pushed_seq, mailed_seq)
    SELECT m.room_id, m.user_id, ${until}, initial.seq, initial.seq
    FROM room_members m JOIN chat_rooms r ON r.id = m.room_id
    CROSS JOIN LATERAL (SELECT CASE WHEN ${until} IS NULL THEN 0 ELSE r.last_seq END AS seq) initial
    WHERE m.room_id = ${roomId}::uuid AND m.user_id = ${userId}::uuid
    ON CONFLICT (room_id, user_id) DO UPDATE SET
      muted_until = excluded.muted_until,
      pushed_seq = CASE WHEN n.muted_until > now() THEN (SELECT last_seq FROM chat_rooms WHERE id = n.room_id)
        ELSE n.pushed_seq END,
      mailed_seq = CASE WHEN n.muted_until > now() THEN (SELECT last_seq FROM chat_rooms WHERE id = n.room_id)
        ELSE n.mailed_seq END
    RETURNING nullif(muted_until, 'infinity') AS until`)
  const [row] = rows
  return row && { until: row.until === null ? null : new Date(row.until) }
}
