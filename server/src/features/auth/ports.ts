import type { AfterCommit, Transaction } from '../../platform/database/database.ts'

/** Published terms of the site. */
export interface Terms {
  /** Returns the version that signing up accepts; null without published terms. */
  currentTerms: () => number | null
  /** Returns the terms still to be accepted after that version; null without any. */
  findPendingTerms: (acceptedVersion: number | null) => { version: number; gateAt: Date } | null
  /** @throws Refusal TERMS_NOT_CURRENT */
  accept: (userId: string, version: number) => Promise<void>
}

/** Work of another feature when an account is closed, in the same transaction. */
export type AccountClosing = (tx: Transaction, afterCommit: AfterCommit, userId: string) => Promise<void>

/** Port to invitations for signing up. */
export interface Invitations {
  /** @throws Refusal INVITATION_INVALID for a code that is not valid for that address */
  requireFor: (code: string, email: string) => Promise<void>
  /**
   * Consumes a code for the account with that address.
   * @returns null for a code that is not valid for it, or no longer valid
   */
  use: (tx: Transaction, code: string, email: string) => Promise<{ fullName: string } | null>
}

/** Port to visitors' questions, which the confirmation of an address sends. */
export interface Questions {
  /**
   * @returns the receiver's name
   * @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC, NAME_RESERVED
   */
  save: (question: { id: string; receiverId: string; senderName: string; message: string }) => Promise<string>
  /** Assigns an unconfirmed question to its sender. @returns false for an expired one */
  confirm: (tx: Transaction, id: string, senderId: string) => Promise<boolean>
}
