import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../../platform/database/database.ts'
import type { AuthLimits } from '../auth.limits.ts'
import { findPasswordHash } from '../auth.repository.ts'
import { findCurrentPasswordRefusal } from '../devices/devices.policy.ts'
import { verifyPassword } from './password-hash.ts'

/**
 * Requires the password, because an open session must not suffice to take over an account.
 * @throws Refusal NO_PASSWORD, WRONG_PASSWORD, TOO_MANY_ATTEMPTS, UNAVAILABLE
 */
export async function requireCurrentPassword(
  { db, limits }: { db: Database; limits: AuthLimits },
  userId: string,
  typed: string,
): Promise<string> {
  const attempt = await limits.currentPassword(userId)
  const stored = await findPasswordHash(db, userId)
  const matches = await matchesPassword(stored, typed).catch(async (error: unknown) => {
    await attempt.undecided()
    throw error
  })
  const refusal = findCurrentPasswordRefusal({ hasPassword: stored !== null, matches })
  // An account without a password has no password to guess, so the attempt is not counted.
  if (refusal !== 'WRONG_PASSWORD') await attempt.succeeded()
  if (refusal || stored === null) throw new Refusal(refusal ?? 'NO_PASSWORD')
  return stored
}

/** Returns false without a stored hash. @throws Refusal UNAVAILABLE */
export async function matchesPassword(stored: string | null, typed: string): Promise<boolean> {
  return stored !== null && verifyPassword({ hash: stored, password: typed })
}
