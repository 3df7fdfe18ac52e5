import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../../platform/database/database.ts'
import type { AuthLimits } from '../auth.limits.ts'
import { findPasswordHash } from '../auth.repository.ts'
import { currentPasswordRefusal } from '../devices/devices.policy.ts'
import { verifyPassword } from './password-hash.ts'

/**
 * Lets only someone on who knows the account's password: a session that was left open is not enough to take an
 * account away. Wrong ones are counted.
 * @returns the password's stored hash
 * @throws Refusal NO_PASSWORD, WRONG_PASSWORD, TOO_MANY_ATTEMPTS, UNAVAILABLE
 */
export async function requireCurrentPassword(
  { db, limits }: { db: Database; limits: AuthLimits },
  userId: string,
  typed: string,
): Promise<string> {
  const attempt = await limits.currentPassword(userId)
  const stored = await findPasswordHash(db, userId)
  const matches = await isPassword(stored, typed).catch(async (error: unknown) => {
    await attempt.undecided()
    throw error
  })
  const refusal = currentPasswordRefusal({ hasPassword: stored !== null, matches })
  // An account without a password has nothing that could be guessed.
  if (refusal !== 'WRONG_PASSWORD') await attempt.succeeded()
  if (refusal || stored === null) throw new Refusal(refusal ?? 'NO_PASSWORD')
  return stored
}

/** Whether what was typed is the password behind a stored hash; false where there is none. @throws Refusal UNAVAILABLE */
export async function isPassword(stored: string | null, typed: string): Promise<boolean> {
  return stored !== null && verifyPassword({ hash: stored, password: typed })
}
