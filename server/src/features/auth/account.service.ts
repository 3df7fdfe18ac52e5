import type { Database } from '../../platform/database/database.ts'
import { findAccountState } from './auth.repository.ts'

export function createAccountService({ db }: { db: Database }) {
  return {
    findEmail: async (userId: string): Promise<string | null> => (await findAccountState(db, userId))?.email ?? null,

    findConfirmedEmail: async (userId: string): Promise<string | null> => {
      const account = await findAccountState(db, userId)
      return account?.emailVerified ? account.email : null
    },
  }
}
