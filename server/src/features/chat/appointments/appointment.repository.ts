import { type SQL, sql } from 'drizzle-orm'

import type { Appointment } from '@kundig/contract/appointments/appointment'

import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { type ChangeOfMessage, prepareChange } from '../messages/message-change.repository.ts'
import { listColumns } from '../messages/message.repository.ts'
import { REMOVED_CONTENT } from '../messages/removed-message.repository.ts'

const [viewerId, seq, startsAt, zone, link] = ['senderId', 'seq', 'startsAt', 'zone', 'link'].map((name) =>
  sql.placeholder(name),
)
const inOpenRoom = sql`AND status = 'open'`
const isThere = sql`m.room_id = room.id AND m.seq = ${seq} AND m.content <> ${sql.raw(`'${REMOVED_CONTENT}'`)}`
const status = sql`m.appointment ->> 'status'`
const update = (changes: SQL, condition: SQL, returned = sql``) => sql`
  UPDATE chat_messages m SET appointment = m.appointment || ${changes}, changed_seq = room.change_seq + 1
  FROM room WHERE ${isThere} AND ${condition}
  RETURNING ${returned}${listColumns('m')}`

/** Call in the transaction that stores the message. */
export async function setAppointment(
  tx: Transaction,
  roomId: string,
  position: number,
  appointment: Appointment,
): Promise<void> {
  await tx.execute(sql`
    UPDATE chat_messages SET appointment = ${JSON.stringify(appointment)}::jsonb
    WHERE room_id = ${roomId} AND seq = ${position}`)
}

/** Runs as one statement under the room's lock: if two times are accepted concurrently, the first one counts. */
export const acceptTime = prepareChange<ChangeOfMessage & { startsAt: string; zone: string }>('accept_appointment', {
  inRoom: inOpenRoom,
  change: update(
    sql`jsonb_build_object('status', 'accepted', 'starts_at', ${startsAt}::text, 'partner_zone', ${zone}::text)`,
    sql`m.sender_id <> ${viewerId} AND ${status} = 'proposed' AND m.appointment -> 'times' ? ${startsAt}::text
      AND ${startsAt}::text::timestamptz > now()`,
  ),
})

/** Ends an appointment, unless the accepted start has passed. */
export const endAppointment = prepareChange('end_appointment', {
  inRoom: inOpenRoom,
  change: update(
    sql`jsonb_build_object('status', 'ended', 'ended_by', ${viewerId}::text)`,
    sql`${status} <> 'ended' AND coalesce((m.appointment ->> 'starts_at')::timestamptz > now(), true)`,
  ),
})

/** Only the author of a link may change it, so that the partner cannot replace it. Moderators see earlier links. */
export const setLink = prepareChange<ChangeOfMessage & { link: string | null }>('set_appointment_link', {
  inRoom: inOpenRoom,
  change: update(
    sql`jsonb_build_object('link', ${link}::text, 'link_by', CASE WHEN ${link}::text IS NOT NULL THEN ${viewerId}::text END)`,
    sql`${status} <> 'ended' AND (m.appointment ->> 'link') IS DISTINCT FROM ${link}::text
      AND coalesce(m.appointment ->> 'link_by', ${viewerId}::text) = ${viewerId}::text`,
    sql`OLD.appointment ->> 'link' AS earlier, `,
  ),
  further: sql`kept AS (
    INSERT INTO message_versions (room_id, seq, changed_seq, content, replaced_at)
    SELECT room_id, seq, changed_seq, earlier, clock_timestamp() FROM changed WHERE earlier IS NOT NULL
  ),`,
})

export async function insertReminder(tx: Transaction, roomId: string, position: number, remindAt: Date): Promise<void> {
  await tx.execute(sql`
    INSERT INTO appointment_reminders (room_id, seq, remind_at)
    VALUES (${roomId}, ${position}, ${remindAt.toISOString()}::timestamptz)`)
}

export async function deleteReminder(tx: Transaction, roomId: string, position: number): Promise<void> {
  await tx.execute(sql`DELETE FROM appointment_reminders WHERE room_id = ${roomId} AND seq = ${position}`)
}

export interface DueReminder {
  roomId: string
  /** Client id of the message. */
  subjectId: string
  participantIds: string[]
  /** False for an appointment that has begun, was removed, or is in a closed chat. */
  isWanted: boolean
}

/** Takes due reminders and locks them until commit. Skips reminders that another server has locked. */
export async function takeDueReminders(tx: Executor, limit: number): Promise<DueReminder[]> {
  const { rows } = await tx.execute<{
    room_id: string
    client_id: string
    participant_ids: string[]
    wanted: boolean
  }>(sql`
    WITH due AS (
      DELETE FROM appointment_reminders WHERE (room_id, seq) IN (
        SELECT room_id, seq FROM appointment_reminders WHERE remind_at <= now()
        ORDER BY remind_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
      ) RETURNING room_id, seq
    )
    SELECT m.room_id, m.client_id, r.participant_ids,
      r.status = 'open' AND m.content <> ${REMOVED_CONTENT} AND ${status} = 'accepted'
        AND (m.appointment ->> 'starts_at')::timestamptz > now() AS wanted
    FROM due JOIN chat_messages m ON m.room_id = due.room_id AND m.seq = due.seq JOIN chat_rooms r ON r.id = m.room_id`)
  return rows.map((row) => ({
    roomId: row.room_id,
    subjectId: row.client_id,
    participantIds: row.participant_ids,
    isWanted: row.wanted,
  }))
}
