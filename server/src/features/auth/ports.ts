import type { AfterCommit, Transaction } from '../../platform/database/database.ts'

/** What another feature does when an account is closed, in the same transaction. */
export type AccountClosing = (tx: Transaction, afterCommit: AfterCommit, userId: string) => Promise<void>

/** What signing up must know of invitations. */
export interface Invitations {
  /** @throws Refusal INVITATION_INVALID where a code is not good for that address */
  requireFor: (code: string, email: string) => Promise<void>
  /** Uses a code up for the account with that address. @returns null where it is not good for it, or not any more */
  use: (tx: Transaction, code: string, email: string) => Promise<{ fullName: string } | null>
}
