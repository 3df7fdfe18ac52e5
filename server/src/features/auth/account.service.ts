import type { Database } from '../../platform/database/database.ts'
import { findAccountState } from './auth.repository.ts'

/** What other features may know of accounts. */
export function createAccountService({ db }: { db: Database }) {
  return {
    /** The address of an account; null when there is no such account. */
    emailOf: async (userId: string): Promise<string | null> => (await findAccountState(db, userId))?.email ?? null,

    /** The address of an account, if its owner has confirmed it. */
    confirmedEmailOf: async (userId: string): Promise<string | null> => {
      const account = await findAccountState(db, userId)
      return account?.emailVerified ? account.email : null
    },
  }
}
