import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'

import type { Client, Person } from './test-client.ts'

const STEP_MS = 30_000

export function computeAuthenticatorCode(key: string, steps = 0): Promise<string> {
  const secret = new TextDecoder().decode(base32.decode(key))
  return createOTP(secret).hotp(Math.floor(Date.now() / STEP_MS) + steps)
}

/** Returns a six-digit code that is invalid now, and shortly before and after. */
export async function computeWrongCode(key: string): Promise<string> {
  const good = new Set(await Promise.all([-2, -1, 0, 1, 2].map((steps) => computeAuthenticatorCode(key, steps))))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !good.has(code)) ?? ''
}

/** Enables the second factor; this also confirms the address. */
export async function turnOnSecondFactor(
  site: Client,
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  person: Person,
): Promise<{ key: string; recoveryCodes: string[] }> {
  await sql('UPDATE "user" SET email_verified = true WHERE id = $1', [person.id])
  const begun = await site.must<{ key: string; recovery_codes: string[] }>(
    person,
    'POST',
    '/api/second-factor/setup',
    person.password === '' ? {} : { current_password: person.password },
  )
  await site.must(person, 'POST', '/api/second-factor/enable', { code: await computeAuthenticatorCode(begun.key) })
  await forgetStep(sql, person)
  return { key: begun.key, recoveryCodes: begun.recovery_codes }
}

export const forgetStep = (
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  { id }: Person,
): Promise<unknown> => sql('UPDATE two_factor SET last_step = last_step - 5 WHERE user_id = $1', [id])
