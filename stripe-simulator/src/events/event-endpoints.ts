import { z } from 'zod'

import { createNoSuchError } from '../core/api-error.ts'
import { defineEndpoint } from '../core/call.ts'
import { createListAnswer } from '../core/list-answer.ts'
import { integer, createListSchema, page, range, text } from '../core/parameters.ts'
import type { Transaction } from '../core/sql.ts'

type EventRow = { seq: string; body: Record<string, unknown>; pending: number }

const SELECT = `SELECT e.seq, e.body, (
    SELECT count(*)::int FROM deliveries d WHERE d.event_id = e.id AND d.state = 'due'
  ) AS pending FROM events e`

const SCOPE = 'e.platform = $3 AND e.account IS NOT DISTINCT FROM $4'

async function findEvent(tx: Transaction, payload: 'snapshot' | 'thin', id: string, param?: string): Promise<EventRow> {
  const [row] = await tx.query<EventRow>(`${SELECT} WHERE e.id = $1 AND e.payload = $2 AND ${SCOPE}`, [
    id,
    payload,
    tx.platform,
    tx.account,
  ])
  if (row === undefined) throw createNoSuchError('event', id, param)
  return row
}

function toEvent({ body, pending }: EventRow): object {
  return { ...body, pending_webhooks: pending }
}

/** https://docs.stripe.com/api/events and https://docs.stripe.com/api/v2/core/events */
export const eventEndpoints = [
  defineEndpoint(
    'GET /v1/events/:id',
    'secret',
    z.strictObject({}),
    async ({ tx, id }) => toEvent(await findEvent(tx, 'snapshot', id)),
    { forAccounts: true },
  ),
  defineEndpoint(
    'GET /v1/events',
    'secret',
    z.strictObject({
      ...page,
      created: range.optional(),
      type: text.optional(),
      types: createListSchema(text).optional(),
    }),
    async ({ tx }, { limit, starting_after, ending_before, created, type, types }) => {
      const backwards = starting_after === undefined && ending_before !== undefined
      const from = starting_after ?? ending_before
      const side = backwards ? 'ending_before' : 'starting_after'
      const seq = from === undefined ? null : (await findEvent(tx, 'snapshot', from, side)).seq
      const rows = await tx.query<EventRow>(
        `${SELECT} WHERE e.payload = 'snapshot' AND ($1::text[] IS NULL OR e.type = ANY ($1))
           AND ($2::bigint IS NULL OR e.seq ${backwards ? '>' : '<'} $2) AND ${SCOPE}
           AND ($6::bigint IS NULL OR e.created_s > $6) AND ($7::bigint IS NULL OR e.created_s >= $7)
           AND ($8::bigint IS NULL OR e.created_s < $8) AND ($9::bigint IS NULL OR e.created_s <= $9)
         ORDER BY e.seq ${backwards ? 'ASC' : 'DESC'} LIMIT $5`,
        [
          types ?? (type === undefined ? null : [type]),
          seq,
          tx.platform,
          tx.account,
          limit + 1,
          ...[created?.gt, created?.gte, created?.lt, created?.lte].map((bound) => bound ?? null),
        ],
      )
      const data = rows.slice(0, limit).map(toEvent)
      return createListAnswer('/v1/events', {
        data: backwards ? data.toReversed() : data,
        hasMore: rows.length > limit,
      })
    },
    { forAccounts: true },
  ),
  defineEndpoint(
    'GET /v2/core/events',
    'secret',
    z.strictObject({
      limit: page.limit,
      object_id: text.optional(),
      page: integer.optional(),
      types: createListSchema(text).optional(),
    }),
    async ({ tx }, { limit, object_id, page: before, types }) => {
      const rows = await tx.query<EventRow>(
        `${SELECT} WHERE e.payload = 'thin' AND ($1::text IS NULL OR e.object_id = $1)
           AND ($2::text[] IS NULL OR e.type = ANY ($2)) AND ($5::bigint IS NULL OR e.seq < $5) AND ${SCOPE}
         ORDER BY e.seq DESC LIMIT $6`,
        [object_id ?? null, types ?? null, tx.platform, tx.account, before ?? null, limit + 1],
      )
      const shownRows = rows.slice(0, limit)
      const last = rows.length > limit ? shownRows.at(-1)?.seq : undefined
      const query = new URLSearchParams({ limit: String(limit), ...(last === undefined ? {} : { page: last }) })
      if (object_id !== undefined) query.set('object_id', object_id)
      types?.forEach((type, place) => query.set(`types[${place}]`, type))
      return {
        data: shownRows.map(({ body }) => body),
        next_page_url: last === undefined ? null : `/v2/core/events?${query.toString()}`,
        previous_page_url: null,
      }
    },
  ),
  defineEndpoint(
    'GET /v2/core/events/:id',
    'secret',
    z.strictObject({}),
    async ({ tx, id }) => (await findEvent(tx, 'thin', id)).body,
  ),
]
