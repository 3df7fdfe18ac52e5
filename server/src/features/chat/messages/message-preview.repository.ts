import { type SQL, sql } from 'drizzle-orm'

import type { Appointment } from '@kundig/contract/appointments/appointment'
import { LIMITS } from '@kundig/contract/limits'
import type { RefundEvent } from '@kundig/contract/refunds/refund-event'

import type { Executor } from '../../../platform/database/database.ts'
import type { PaymentAttachment, PaymentAttachments } from '../ports.ts'

interface PreviewBase {
  seq: number
  senderId: string
  /** Cut one character beyond `LIMITS.previewMax`, so that longer messages can be recognized. */
  content: string
  changedSeq: number | null
  deleted: boolean
  refundEvent: RefundEvent | null
  appointment: Appointment | null
  file: { name: string; type: string } | null
}

export type SelectedPreview = PreviewBase & { payment: unknown }
export type Preview = PreviewBase & { payment: PaymentAttachment | null }
export type SelectPayment = PaymentAttachments['select']

/** Selects a preview as JSON for `readPreview`; null without a message at the position. */
export function selectPreview(roomId: SQL, seq: SQL, selectPayment: SelectPayment): SQL<SelectedPreview | null> {
  return sql<SelectedPreview | null>`(
    SELECT jsonb_build_object(
      'seq', m.seq, 'senderId', m.sender_id, 'content', left(m.content, ${sql.raw(String(LIMITS.previewMax + 1))}),
      'changedSeq', m.changed_seq, 'deleted', m.deleted, 'refundEvent', m.refund_event,
      'appointment', m.appointment,
      'file', CASE WHEN f.seq IS NOT NULL THEN jsonb_build_object('name', f.name, 'type', f.type) END,
      'payment', ${selectPayment(sql.raw('m.room_id'), sql.raw('m.seq'))}
    )
    FROM chat_messages m LEFT JOIN chat_files f ON f.room_id = m.room_id AND f.seq = m.seq
    WHERE m.room_id = ${roomId} AND m.seq = ${seq}
  )`
}

export function readPreview(
  selected: SelectedPreview | null,
  payments: Pick<PaymentAttachments, 'read'>,
): Preview | null {
  return selected && { ...selected, payment: payments.read(selected.payment) }
}

/** Reads previews by position; missing messages are omitted. */
export async function findPreviews(
  db: Executor,
  payments: Pick<PaymentAttachments, 'select' | 'read'>,
  roomId: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, Preview>> {
  if (seqs.length === 0) return new Map()
  const { rows } = await db.execute<{ preview: SelectedPreview | null }>(sql`
    SELECT ${selectPreview(sql`${roomId}::uuid`, sql`asked.seq`, payments.select)} AS preview
    FROM unnest(${sql.param([...new Set(seqs)])}::int[]) AS asked (seq)`)
  const found = rows.flatMap(({ preview }) => readPreview(preview, payments) ?? [])
  return new Map(found.map((preview) => [preview.seq, preview]))
}
