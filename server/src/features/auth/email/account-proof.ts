import { Refusal } from '@kundig/contract/errors'

import { authorize } from '../../../authorize.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Cookies } from '../../../platform/http/cookies.ts'
import type { Viewer } from '../../../viewer.ts'
import type { AuthLimits } from '../auth.limits.ts'
import { findPasswordHash } from '../auth.repository.ts'
import { findCurrentPasswordRefusal } from '../devices/devices.policy.ts'
import type { KnownDevices } from '../devices/known-devices.service.ts'
import { matchesPassword } from '../passwords/current-password.ts'
import { queueSignIn } from '../passwords/password-queue.ts'

export interface Shown {
  viewer: Viewer | null
  password: string | undefined
  clientAddress: string
  cookies: Cookies
}

export type ProveAccount = ReturnType<typeof createAccountProof>

/** A mailed code proves only the mailbox. Another person may have created the account, so more proof is required. */
export function createAccountProof({
  db,
  limits,
  knownDevices,
}: {
  db: Database
  limits: AuthLimits
  knownDevices: KnownDevices
}) {
  /** @throws Refusal PASSWORD_NEEDED, WRONG_PASSWORD, NO_PASSWORD, TOO_MANY_ATTEMPTS, UNAVAILABLE */
  return async (
    { userId, email }: { userId: string; email: string },
    { viewer, password, clientAddress, cookies }: Shown,
  ): Promise<'session' | 'password'> => {
    if (viewer?.userId === userId) return 'session'
    if (password === undefined) throw new Refusal('PASSWORD_NEEDED')
    return queueSignIn(async () => proveAccountByPassword({ userId, email }, password, clientAddress, cookies))
  }

  async function proveAccountByPassword(
    { userId, email }: { userId: string; email: string },
    password: string,
    clientAddress: string,
    cookies: Cookies,
  ): Promise<'password'> {
    const attempt = await limits.signIn(clientAddress, email, await knownDevices.find(cookies, email))
    const stored = await findPasswordHash(db, userId)
    const matches = await matchesPassword(stored, password).catch(async (error: unknown) => {
      await attempt.undecided()
      throw error
    })
    authorize(findCurrentPasswordRefusal({ hasPassword: stored !== null, matches }))
    await attempt.succeeded()
    return 'password'
  }
}
