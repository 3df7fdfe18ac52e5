import { randomBytes } from 'node:crypto'

import { createNoSuchError } from '../core/api-error.ts'
import type { Range } from '../core/parameters.ts'
import type { Transaction } from '../core/sql.ts'
import type { Kind, ObjectKinds, Stored } from './object-kinds.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Restricts a statement to the request's platform (value $3) and account (value $4). */
const SCOPE = 'platform = $3 AND account IS NOT DISTINCT FROM $4'

/** Makes an unguessable id in Stripe's format, such as `pi_3Kd…`. */
export function createId(prefix: string, length = 24): string {
  const letters = Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length])
  return `${prefix}_${letters.join('')}`
}

/** @param owner id by which lists select the object, such as its customer's id */
export async function insertObject<K extends Kind>(
  tx: Transaction,
  kind: K,
  { data, hidden }: Stored<K>,
  owner: string | null,
): Promise<void> {
  await tx.query(
    'INSERT INTO objects (id, kind, owner, data, hidden, platform, account) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [data.id, kind, owner, JSON.stringify(data), JSON.stringify(hidden), tx.platform, tx.account],
  )
}

/** Writes an object that `lockObject` locked. */
export async function saveObject<K extends Kind>(
  tx: Transaction,
  { data, hidden }: Stored<K>,
  owner?: string | null,
): Promise<void> {
  await tx.query('UPDATE objects SET data = $2, hidden = $3 WHERE id = $1', [
    data.id,
    JSON.stringify(data),
    JSON.stringify(hidden),
  ])
  if (owner !== undefined) await tx.query('UPDATE objects SET owner = $2 WHERE id = $1', [data.id, owner])
}

/** Replaces a locked object with another kind, under the same id and without an owner. */
export async function replaceObject<K extends Kind>(tx: Transaction, kind: K, stored: Stored<K>): Promise<void> {
  await tx.query('UPDATE objects SET kind = $2 WHERE id = $1', [stored.data.id, kind])
  await saveObject(tx, stored, null)
}

export async function findObject<K extends Kind>(tx: Transaction, kind: K, id: string): Promise<Stored<K> | undefined> {
  const rows = await tx.query<Stored<K> & Record<string, unknown>>(
    `SELECT data, hidden FROM objects WHERE id = $1 AND kind = $2 AND ${SCOPE}`,
    [id, kind, tx.platform, tx.account],
  )
  return rows[0]
}

async function findAndLockObject<K extends Kind>(tx: Transaction, kind: K, id: string): Promise<Stored<K> | undefined> {
  const rows = await tx.query<Stored<K> & Record<string, unknown>>(
    `SELECT data, hidden FROM objects WHERE id = $1 AND kind = $2 AND ${SCOPE} FOR UPDATE`,
    [id, kind, tx.platform, tx.account],
  )
  return rows[0]
}

/** @throws `resource_missing` (404 without `param`, else 400) */
export async function getObject<K extends Kind>(
  tx: Transaction,
  kind: K,
  id: string,
  param?: string,
): Promise<Stored<K>> {
  const found = await findObject(tx, kind, id)
  if (found === undefined) throw createNoSuchError(kind, id, param)
  return found
}

/** Variant of `getObject` that locks the object until the transaction ends. */
export async function lockObject<K extends Kind>(
  tx: Transaction,
  kind: K,
  id: string,
  param?: string,
): Promise<Stored<K>> {
  const found = await findAndLockObject(tx, kind, id)
  if (found === undefined) throw createNoSuchError(kind, id, param)
  return found
}

export type AnyStored = { [K in Kind]: { kind: K; account: string | null } & Stored<K> }[Kind]

/** Finds any object of the platform or a connected account. */
export async function findObjectInAllAccounts(tx: Transaction, id: string): Promise<AnyStored | undefined> {
  const [row] = await tx.query<AnyStored & Record<string, unknown>>(
    'SELECT kind, data, hidden, account FROM objects WHERE id = $1 AND platform = $2',
    [id, tx.platform],
  )
  return row
}

export interface Page {
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
}

export interface Filter {
  /** Fields to filter by; undefined values do not filter. */
  equal?: Readonly<Record<string, string | undefined>>
  hidden?: Readonly<Record<string, string | undefined>>
  /** Bounds of fields with times (s); undefined bounds do not filter. */
  within?: Readonly<Record<string, Range | undefined>>
}

/** Page of objects, newest first. `hasMore` is true if more objects follow in the requested direction. */
export interface Listed<T> {
  data: T[]
  hasMore: boolean
}

/** Lists objects, newest first; a null owner lists all. @throws `resource_missing` for an unknown cursor */
export async function listObjects<K extends Kind>(
  tx: Transaction,
  kind: K,
  owner: string | null,
  page: Page,
  filter: Filter = {},
): Promise<Listed<ObjectKinds[K]['data']>> {
  const from = page.starting_after ?? page.ending_before
  const backwards = page.starting_after === undefined && page.ending_before !== undefined
  const values: unknown[] = [kind, owner, tx.platform, tx.account, page.limit + 1]
  const conditions = ['kind = $1', '($2::text IS NULL OR owner = $2)', SCOPE, ...toConditions(filter, values)]
  if (from !== undefined) {
    await getObject(tx, kind, from, backwards ? 'ending_before' : 'starting_after')
    values.push(from)
    conditions.push(`seq ${backwards ? '>' : '<'} (SELECT seq FROM objects WHERE id = $${values.length})`)
  }
  const rows = await tx.query<{ data: ObjectKinds[K]['data'] }>(
    `SELECT data FROM objects WHERE ${conditions.join(' AND ')} ORDER BY seq ${backwards ? 'ASC' : 'DESC'} LIMIT $5`,
    values,
  )
  const data = rows.slice(0, page.limit).map((row) => row.data)
  return { data: backwards ? data.toReversed() : data, hasMore: rows.length > page.limit }
}

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function toConditions({ equal = {}, hidden = {}, within = {} }: Filter, values: unknown[]): string[] {
  const conditions: string[] = []
  for (const [column, fields] of [
    ['data', equal],
    ['hidden', hidden],
  ] as const) {
    for (const [field, value] of Object.entries(fields)) {
      if (value !== undefined) conditions.push(`${column}->>'${field}' = $${values.push(value)}`)
    }
  }
  for (const [field, range] of Object.entries(within)) {
    for (const name of ['gt', 'gte', 'lt', 'lte'] as const) {
      const bound = range?.[name]
      if (bound === undefined) continue
      conditions.push(`(data->>'${field}')::bigint ${COMPARISONS[name]} $${values.push(bound)}`)
    }
  }
  return conditions
}
