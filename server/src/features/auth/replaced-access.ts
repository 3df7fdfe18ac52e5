import type { AfterCommit, Transaction } from '../../platform/database/database.ts'
import { type ConfirmationMethod, deleteSessions, markEmailVerified } from './auth.repository.ts'
import { removePassword } from './google/google-join.repository.ts'
import { removeFactor } from './second-factor/second-factor.repository.ts'

/**
 * Ends access that another person may have to the account: password, mailed codes, known browsers, second factor and
 * sessions. Linked Google accounts stay.
 */
export async function revokeFormerAccess(
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
