import type { AfterCommit, Transaction } from '../../platform/database/database.ts'

/** What another feature does when an account is closed, in the same transaction. */
export type AccountClosing = (tx: Transaction, afterCommit: AfterCommit, userId: string) => Promise<void>
