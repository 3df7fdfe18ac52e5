import { createHmac, randomUUID } from 'node:crypto'

import { hashPassword } from '@kundig/server/features/auth/passwords/password-hash'

import type { Sql } from '../database/test-database.ts'
import { PASSWORD, type Person } from './test-client.ts'

const SESSION_COOKIE = 'kundig.session_token'

const SESSION_DAYS = 30

const hashes = new Map<string, Promise<string>>()

/** Caches hashes: hashing is slow, and people of tests may share a password. */
function hashPasswordOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** Signs a session cookie like the server: token, dot, HMAC-SHA-256 in base64. @param secret AUTH_SECRET */
export function signToken(token: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return encodeURIComponent(`${token}.${signature}`)
}

/** Inserts a person with a session, without sign-up's mails, Stripe customer or slow password hash. */
export async function seedUser(
  sql: Sql['query'],
  secret: string,
  { email = `${randomUUID()}@example.com`, password = PASSWORD } = {},
): Promise<Person> {
  const id = randomUUID()
  const token = randomUUID().replaceAll('-', '')
  await sql(
    `WITH person AS (INSERT INTO "user" (id, name, email) VALUES ($1, '', $2)),
     door AS (
       INSERT INTO account (id, user_id, account_id, provider_id, password)
       VALUES (uuidv7(), $1, $1::text, 'credential', $3)
     )
     INSERT INTO session (id, user_id, token, expires_at)
     VALUES (uuidv7(), $1, $4, now() + make_interval(days => $5))`,
    [id, email, await hashPasswordOnce(password), token, SESSION_DAYS],
  )
  return { id, email, password, cookies: new Map([[SESSION_COOKIE, signToken(token, secret)]]) }
}
