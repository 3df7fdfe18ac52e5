import type { AfterCommit, Transaction } from '../../platform/database/database.ts'
import { type ConfirmationMethod, deleteSessions, markEmailVerified } from './auth.repository.ts'
import { removePassword } from './google/google-join.repository.ts'
import { removeFactor } from './second-factor/second-factor.repository.ts'

/**
 * Gives an account, possibly created by another person, to the owner of its address. Confirms the address, and voids
 * the password, mailed codes, known browsers, second factor and sessions. Linked Google accounts stay.
 * @param onSessionEnded called for each ended session, after the commit
 */
export async function replaceAccess(
  tx: Transaction,
  afterCommit: AfterCommit,
  owner: { userId: string; email: string },
  { method, onSessionEnded }: { method: ConfirmationMethod; onSessionEnded: (sessionId: string) => void },
): Promise<void> {
  await removePassword(tx, owner.userId)
  await removeFactor(tx, owner.userId)
  await markEmailVerified(tx, owner, method)
  for (const sessionId of await deleteSessions(tx, owner.userId)) afterCommit(() => onSessionEnded(sessionId))
}
