import { randomBytes } from 'node:crypto'

import { noSuch } from '../core/api-error.ts'
import type { Transaction } from '../core/sql.ts'
import type { Kind, ObjectKinds, Stored } from './object-kinds.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A new id in Stripe's manner, such as `pi_3Kd…`; nobody can guess it. */
export function newId(prefix: string, length = 24): string {
  const letters = Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length])
  return `${prefix}_${letters.join('')}`
}

/** @param owner whose it is, for lists: a customer, or what else the kind is looked up by */
export async function insertObject<K extends Kind>(
  tx: Transaction,
  kind: K,
  { data, hidden }: Stored<K>,
  owner: string | null,
): Promise<void> {
  await tx.query('INSERT INTO objects (id, kind, owner, data, hidden) VALUES ($1, $2, $3, $4, $5)', [
    data.id,
    kind,
    owner,
    JSON.stringify(data),
    JSON.stringify(hidden),
  ])
}

/** Writes what has changed of an object; its row should have been locked by `lockObject`. */
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

/** An object as it is now; undefined where there is none of this kind. */
export async function findObject<K extends Kind>(tx: Transaction, kind: K, id: string): Promise<Stored<K> | undefined> {
  const rows = await tx.query<Stored<K> & Record<string, unknown>>(
    'SELECT data, hidden FROM objects WHERE id = $1 AND kind = $2',
    [id, kind],
  )
  return rows[0]
}

async function findAndLockObject<K extends Kind>(tx: Transaction, kind: K, id: string): Promise<Stored<K> | undefined> {
  const rows = await tx.query<Stored<K> & Record<string, unknown>>(
    'SELECT data, hidden FROM objects WHERE id = $1 AND kind = $2 FOR UPDATE',
    [id, kind],
  )
  return rows[0]
}

/**
 * @param param the parameter that named the object; the id of the address when there is none
 * @throws `resource_missing` (404 for the address, 400 for a parameter)
 */
export async function getObject<K extends Kind>(
  tx: Transaction,
  kind: K,
  id: string,
  param?: string,
): Promise<Stored<K>> {
  const found = await findObject(tx, kind, id)
  if (found === undefined) throw noSuch(kind, id, param)
  return found
}

/** As `getObject`, and holds the object until the transaction ends. */
export async function lockObject<K extends Kind>(
  tx: Transaction,
  kind: K,
  id: string,
  param?: string,
): Promise<Stored<K>> {
  const found = await findAndLockObject(tx, kind, id)
  if (found === undefined) throw noSuch(kind, id, param)
  return found
}

/** Where a page of a list begins and how long it is. */
export interface Page {
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
  /** Only those of this transfer group. */
  group?: string
}

/** One page, newest first, and whether there is more in the direction that was asked for. */
export interface Listed<T> {
  data: T[]
  hasMore: boolean
}

/**
 * A page of objects, newest first.
 * @param owner only those of this owner; null for everyone's
 * @throws `resource_missing` for a cursor that is no object of the kind
 */
export async function listObjects<K extends Kind>(
  tx: Transaction,
  kind: K,
  owner: string | null,
  page: Page,
): Promise<Listed<ObjectKinds[K]['data']>> {
  const from = page.starting_after ?? page.ending_before
  const backwards = page.starting_after === undefined && page.ending_before !== undefined
  const values: unknown[] = [kind, owner, page.limit + 1]
  if (from !== undefined) {
    const param = backwards ? 'ending_before' : 'starting_after'
    await getObject(tx, kind, from, param)
    values.push(from)
  }
  if (page.group !== undefined) values.push(page.group)
  const ofGroup = page.group === undefined ? '' : `AND data->>'transfer_group' = $${values.length}`
  const side = backwards ? '>' : '<'
  const cursor = from === undefined ? '' : `AND seq ${side} (SELECT seq FROM objects WHERE id = $4)`
  const rows = await tx.query<{ data: ObjectKinds[K]['data'] }>(
    `SELECT data FROM objects WHERE kind = $1 AND ($2::text IS NULL OR owner = $2) ${cursor} ${ofGroup}
     ORDER BY seq ${backwards ? 'ASC' : 'DESC'} LIMIT $3`,
    values,
  )
  const data = rows.slice(0, page.limit).map((row) => row.data)
  return { data: backwards ? data.toReversed() : data, hasMore: rows.length > page.limit }
}
