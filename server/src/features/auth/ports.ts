import type { AfterCommit, Transaction } from '../../platform/database/database.ts'

/** The terms of the site, as far as they are published. */
export interface Terms {
  /** The version that signing up accepts; null while nothing is asked. */
  currentTerms: () => number | null
  /** What somebody has yet to accept who accepted that version last; null for nothing. */
  owedTerms: (acceptedVersion: number | null) => { version: number; gateAt: Date } | null
  /** @throws Refusal TERMS_NOT_CURRENT */
  accept: (userId: string, version: number) => Promise<void>
}

/** What another feature does when an account is closed, in the same transaction. */
export type AccountClosing = (tx: Transaction, afterCommit: AfterCommit, userId: string) => Promise<void>

/** What signing up must know of invitations. */
export interface Invitations {
  /** @throws Refusal INVITATION_INVALID where a code is not good for that address */
  requireFor: (code: string, email: string) => Promise<void>
  /** Uses a code up for the account with that address. @returns null where it is not good for it, or not any more */
  use: (tx: Transaction, code: string, email: string) => Promise<{ fullName: string } | null>
}

/** Questions of visitors, which the confirmation of an address sends. */
export interface Questions {
  /**
   * @returns the receiver's name
   * @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC, NAME_RESERVED
   */
  save: (question: { id: string; receiverId: string; senderName: string; message: string }) => Promise<string>
  /** Gives an unconfirmed question to its sender. @returns false where it has expired */
  confirm: (tx: Transaction, id: string, senderId: string) => Promise<boolean>
}
