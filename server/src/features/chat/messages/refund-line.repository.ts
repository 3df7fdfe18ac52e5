import { sql } from 'drizzle-orm'

import type { RefundEvent } from '@kundig/contract/refunds/refund-event'

import type { Transaction } from '../../../platform/database/database.ts'
import type { NewMessage } from './message.repository.ts'

export interface NewRefundLine extends Omit<NewMessage, 'clientId' | 'replyTo'> {
  /** Position of the payment request. */
  replyTo: number
  refundEvent: RefundEvent
}

/** Stores a refund step as the last message of the room, even of a closed room. Does not change `notify_at`. */
export async function insertRefundLine(tx: Transaction, line: NewRefundLine): Promise<number> {
  const { rows } = await tx.execute<{ seq: number }>(sql`
    WITH place AS (
      UPDATE chat_rooms SET last_seq = last_seq + 1, updated_at = clock_timestamp() WHERE id = ${line.roomId}
      RETURNING id, last_seq, updated_at
    ), raised AS (
      UPDATE room_members m SET unread_count = m.unread_count + 1
      FROM place WHERE m.room_id = place.id AND m.user_id <> ${line.senderId}
    )
    INSERT INTO chat_messages
      (room_id, seq, sender_id, client_id, content, created_at, updated_at, reply_to, refund_event)
    SELECT id, last_seq, ${line.senderId}::uuid, gen_random_uuid(), ${line.content}::text, updated_at, updated_at, ${line.replyTo}::int,
      ${JSON.stringify(line.refundEvent)}::jsonb
    FROM place RETURNING seq`)
  const [row] = rows
  if (!row) throw new Error('room of a refund not found')
  return row.seq
}
