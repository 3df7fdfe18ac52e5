import { createHash } from 'node:crypto'

import { ApiError } from '../core/api-error.ts'
import type { Transaction } from '../core/sql.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
/** Statuses that are not stored, so that the key can be used again. */
const NOT_KEPT = new Set([401, 403, 409, 429, 502, 503, 504])

export interface Answer {
  status: number
  body: string
  originalRequest?: string
}

/** Fingerprint of a request. A key that is sent with another fingerprint is refused. */
export function computeFingerprint(method: string, path: string, params: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path} ${JSON.stringify(sortKeys(params))}`)
    .digest('hex')
}

/**
 * Performs a request once per account and key, for 24 hours (https://docs.stripe.com/api/idempotent_requests). Work and
 * answer commit together. A key in use is refused in every process; its lock ends with the process that uses the key.
 * @throws ApiError 409 `idempotency_key_in_use`, 400 `idempotency_error`
 */
export async function performRequestOnce(
  tx: Transaction,
  { key, fingerprint, requestId }: { key: string; fingerprint: string; requestId: string },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const scope = `${tx.platform} ${tx.account ?? ''}`
  await lockIdempotencyKey(tx, scope, key)
  const [known] = await tx.query<{ fingerprint: string; status: number; body: string; request_id: string }>(
    'SELECT fingerprint, status, body, request_id FROM idempotency_keys WHERE key = $1 AND created_ms > $2 AND scope = $3',
    [key, tx.nowMs - KEPT_MS, scope],
  )
  if (known !== undefined) {
    if (known.fingerprint !== fingerprint) throw createKeyReuseError(key)
    return { status: known.status, body: known.body, originalRequest: known.request_id }
  }
  const answer = await work()
  if (!NOT_KEPT.has(answer.status)) {
    await tx.query(
      `INSERT INTO idempotency_keys (key, fingerprint, status, body, request_id, created_ms, scope)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (scope, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status,
         body = EXCLUDED.body, request_id = EXCLUDED.request_id, created_ms = EXCLUDED.created_ms`,
      [key, fingerprint, answer.status, answer.body, requestId, tx.nowMs, scope],
    )
  }
  return answer
}

async function lockIdempotencyKey(tx: Transaction, scope: string, key: string): Promise<void> {
  const [lock] = await tx.query<{ free: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || $1, 0)) AS free',
    [scope + key],
  )
  if (lock?.free === true) return
  throw new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  })
}

function createKeyReuseError(key: string): ApiError {
  return new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sortKeys(inner)])
}
