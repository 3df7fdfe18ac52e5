import type { AfterCommit, Transaction } from '../../platform/database/database.ts'

export interface Terms {
  currentTerms: () => number | null
  findPendingTerms: (acceptedVersion: number | null) => { version: number; gateAt: Date } | null
  /** @throws Refusal TERMS_NOT_CURRENT */
  accept: (userId: string, version: number) => Promise<void>
}

/** Runs in the transaction that closes the account. */
export type AccountClosing = (tx: Transaction, afterCommit: AfterCommit, userId: string) => Promise<void>

export interface Invitations {
  /** @throws Refusal INVITATION_INVALID for a code that is not valid for that address */
  requireFor: (code: string, email: string) => Promise<void>
  use: (tx: Transaction, code: string, email: string) => Promise<{ fullName: string } | null>
}

export interface Questions {
  /** @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC, NAME_RESERVED */
  save: (question: { id: string; receiverId: string; senderName: string; message: string }) => Promise<string>
  /** @returns false for an expired question */
  confirm: (tx: Transaction, id: string, senderId: string) => Promise<boolean>
}
