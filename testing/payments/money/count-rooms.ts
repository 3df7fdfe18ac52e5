import { isDeepStrictEqual } from 'node:util'

import type { Message } from '@kundig/contract/chat/chat.contract'

import type { Sql } from '../../database/test-database.ts'
import type { ServerChild } from '../../server/server-child.ts'
import type { Deal } from '../payment-environment.ts'
import type { Finding } from './count-money.ts'

interface Line extends Record<string, unknown> {
  id: string
  seq: number
  amount: number
  status: string
  refunds: { id: string; amount: number; status: string; by: string }[]
  question: { amount: number; status: string } | null
}

function toPaymentLines({
  payment_request_id: id,
  seq,
  amount,
  status,
  refunds,
  refund_request: question,
}: Message): Line[] {
  if (id === undefined) return []
  return [
    {
      id,
      seq,
      amount: amount ?? 0,
      status: status ?? '',
      refunds: (refunds ?? []).map((refund) => ({
        id: refund.id,
        amount: refund.amount,
        status: refund.status,
        by: refund.by,
      })),
      question: question ? { amount: question.amount, status: question.status } : null,
    },
  ]
}

const findLines = (sql: Sql['query'], roomId: string): Promise<Line[]> =>
  sql<Line>(
    `SELECT p.id, p.seq, p.amount, p.status,
       (SELECT coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount, 'status', r.status, 'by', r.made_by)
         ORDER BY r.created_at, r.id), '[]') FROM refunds r WHERE r.payment_request_id = p.id) AS refunds,
       (SELECT json_build_object('amount', q.amount, 'status', q.status) FROM refund_requests q
         WHERE q.payment_request_id = p.id ORDER BY q.created_at DESC, q.id DESC LIMIT 1) AS question
     FROM payment_requests p WHERE p.room_id = $1 AND p.seq IS NOT NULL ORDER BY p.seq`,
    [roomId],
  )

export async function findRoomMismatches(
  sql: Sql['query'],
  server: ServerChild,
  deals: readonly Deal[],
): Promise<Finding> {
  const wrong: string[] = []
  for (const { seller, buyer, room } of deals) {
    const lines = await findLines(sql, room.id)
    for (const person of [seller, buyer]) {
      const shown = (await server.allMessages(person, room.id)).flatMap(toPaymentLines)
      const places = Math.max(lines.length, shown.length)
      for (let at = 0; at < places; at++) {
        if (!isDeepStrictEqual({ ...shown[at] }, { ...lines[at] }))
          wrong.push(lines[at]?.id ?? shown[at]?.id ?? room.id)
      }
    }
  }
  return ['lines in chats that are not as the rows', wrong]
}
