import type { Database } from '../../platform/database/database.ts'
import { findAccountState } from './auth.repository.ts'

/** Account data for other features. */
export function createAccountService({ db }: { db: Database }) {
  return {
    /** Returns the address of an account; null without one. */
    findEmail: async (userId: string): Promise<string | null> => (await findAccountState(db, userId))?.email ?? null,

    /** Returns the address of an account, if its owner has confirmed it. */
    findConfirmedEmail: async (userId: string): Promise<string | null> => {
      const account = await findAccountState(db, userId)
      return account?.emailVerified ? account.email : null
    },
  }
}
