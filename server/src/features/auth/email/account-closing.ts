import type { Executor } from '../../../platform/database/database.ts'

/**
 * What another feature does when an account is closed, in the same transaction.
 * @returns what is to be done after the commit, such as announcing it
 */
export type AccountClosing = (tx: Executor, userId: string) => Promise<() => void>
