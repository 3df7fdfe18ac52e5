import type { Readable } from 'node:stream'

import type { Language } from '@kundig/contract/languages'
import type { BookRange } from '@kundig/contract/operations/book-columns'
import type { BookAmounts, Journal } from '@kundig/contract/operations/books.contract'
import type { DecisionKind } from '@kundig/contract/operations/decision-rules'
import type { DisputeStatus } from '@kundig/contract/payments/dispute-life-cycle'
import type { UnknownPaymentOutcome, UnknownPaymentState } from '@kundig/contract/payments/ledger-kinds'
import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'
import type { ReceiptKind } from '@kundig/contract/payments/receipt-content'
import type { RefundOfMessage } from '@kundig/contract/payments/refund-life-cycle'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import type { Place } from '../../platform/database/cursor.ts'
import type { AfterCommit, Executor, Transaction } from '../../platform/database/database.ts'
import type { Viewer } from '../../viewer.ts'
import type { StandingService } from '../safety/statements/standing.service.ts'
import type { InvitationService } from '../waiting-list/invitation.service.ts'
import type { WaitingListService } from '../waiting-list/waiting-list.service.ts'

/** What operations must know of second factors. */
export interface SecondFactor {
  /**
   * Goes on only in a session in which the factor was given so lately.
   * @throws Refusal SECOND_FACTOR_OFF for who has none, SECOND_FACTOR_NEEDED
   */
  require: (viewer: Viewer, withinMs: number) => Promise<void>
}

/** A message for somebody who decides about it or one near it. */
export interface MessageInContext {
  seq: number
  senderId: string
  content: string
  /** Null for what is no file. */
  file: { name: string; isImage: boolean } | null
  isPaymentRequest: boolean
  isRemoved: boolean
  sentAt: Date
}

/** A file that was sent. */
export interface ReportedFile {
  name: string
  type: string
  /** @throws Refusal FILE_NOT_FOUND when it is gone, UNAVAILABLE */
  open: (range: null) => Promise<{ stream: Readable }>
}

/** What operations must know of chats, and does to them. */
export interface ChatModeration {
  /** A message with at most so many on each side, in order; empty where there is none. */
  around: (place: { roomId: string; seq: number; each: number }) => Promise<MessageInContext[]>
  /** The file of a message, whether or not it is removed. @throws Refusal FILE_NOT_FOUND */
  fileContent: (place: { roomId: string; seq: number }) => Promise<ReportedFile>
  /** Removes a message with its file. @returns false where there is nothing to remove */
  remove: (tx: Transaction, afterCommit: AfterCommit, place: { roomId: string; seq: number }) => Promise<boolean>
  /** Undoes `remove`. @returns false where it is not removed */
  restore: (tx: Transaction, afterCommit: AfterCommit, place: { roomId: string; seq: number }) => Promise<boolean>
}

/** What operations does to profiles. */
export interface ProfileModeration {
  /** What a profile says now, whoever may see it; null where there is none. */
  look: (userId: string) => Promise<{ content: string; isHidden: boolean } | null>
  /** Its picture, whoever may see it; null where it has none. @throws Refusal UNAVAILABLE */
  picture: (userId: string) => Promise<{ content: Buffer; contentType: string } | null>
  /** @returns false where there is none, or it is hidden already */
  hide: (tx: Transaction, afterCommit: AfterCommit, userId: string) => Promise<boolean>
  /** Undoes `hide`. @returns false where it is not hidden */
  show: (tx: Transaction, afterCommit: AfterCommit, userId: string) => Promise<boolean>
}

/** Removal of reviews and of answers to them. */
export interface ReviewModeration {
  /** Removes a review or its answer, or undoes that; false where it is so already. */
  setRemoved: (tx: Transaction, part: 'review' | 'review_answer', id: string, isRemoved: boolean) => Promise<boolean>
}

/** What people may do after what was decided about them. */
export type Standings = Pick<StandingService, 'of' | 'change' | 'findEnded'>

/** What whom a decision is about is told of it. */
export interface Statements {
  write: (
    tx: Transaction,
    afterCommit: AfterCommit,
    statement: {
      decisionId: string
      accountId: string
      kind: Exclude<DecisionKind, 'nothing'>
      facts: string
      ground: string
      until?: Date
      /** The decision that this one takes back, or keeps. */
      answers?: string
    },
  ) => Promise<void>
}

/** What whom a decision is about has against it. */
export interface Objections {
  /** Those that nobody has answered, the oldest first. */
  findOpen: (executor: Executor, limit: number) => Promise<{ decisionId: string; createdAt: Date }[]>
  countOpen: (executor: Executor) => Promise<number>
  /** Those about these decisions. */
  of: (
    executor: Executor,
    decisionIds: readonly string[],
  ) => Promise<{ decisionId: string; content: string; createdAt: Date; answeredAt: Date | null }[]>
  /** @returns false where none waits for an answer */
  answer: (tx: Transaction, decisionId: string) => Promise<boolean>
}

/** What operations must know of who waits. */
export type WaitingList = WaitingListService
/** Inviting them. */
export type Invitations = Pick<InvitationService, 'invite'>

/** What operations must know of people. */
export interface People {
  /** Their profiles, by id. */
  counterparts: (executor: Executor, ids: readonly string[]) => Promise<ReadonlyMap<string, Profile>>
}

/** A payment, for operators. */
export interface FoundPayment {
  id: string
  sellerId: string
  buyerId: string
  /** In cents, as are `fee`, what the platform keeps of it, and `left`, what can still be given back. */
  amount: number
  fee: number
  left: number
  /** The part of `left` that the seller can still give back. */
  left_with_seller: number
  currency: string
  /** Whether it is no money: of Stripe's test mode, or of the simulator. */
  is_test: boolean
  status: PaymentStatus
  refunds: RefundOfMessage[]
  createdAt: Date
}

/** The receipts of payments, for operators. */
export interface PaymentReceipts {
  /** Those of a payment, the oldest first. */
  list: (
    paymentId: string,
  ) => Promise<{ id: string; number: string; kind: ReceiptKind; isTest: boolean; issuedAt: Date }[]>
  /**
   * One as a PDF, drawn when it is its reader's turn.
   * @throws Refusal NOT_FOUND where the payment has no such receipt; TOO_MANY_ATTEMPTS, UNAVAILABLE
   */
  read: (
    operatorId: string,
    receipt: { paymentId: string; receiptId: string },
    language: Language,
  ) => Promise<{ name: string; pdf: Buffer }>
}

/** What operations must know of payments, and does to them. */
/** A buyer's question for money back that its seller left unanswered. */
export interface EscalatedRefundRequest {
  id: string
  paymentId: string
  sellerId: string
  buyerId: string
  /** What is asked for, and what was paid (cents). */
  amount: number
  paid: number
  currency: string
  reason: string
  createdAt: Date
  escalatedAt: Date
}
export interface EscalatedRefundRequests {
  /** The longest waiting first, but none of payments that the reader is part of. */
  escalated: (readerId: string, after: Place | null, limit: number) => Promise<EscalatedRefundRequest[]>
  /**
   * Gives nothing back, in the seller's place.
   * @param alongside what is written in the same transaction
   * @throws Refusal REFUND_REQUEST_NOT_FOUND, REFUND_REQUEST_WITH_SELLER, REFUND_REQUEST_ANSWERED
   */
  decline: (
    operatorId: string,
    input: { id: string; reason: string },
    alongside: (tx: Transaction) => Promise<void>,
  ) => Promise<void>
}

/** A dispute with its payment; null where nobody here knows that. */
export interface FoundDispute {
  dispute: {
    id: string
    stripeDisputeId: string
    /** In cents. */
    amount: number
    currency: string
    reason: string
    status: DisputeStatus
    evidenceDueBy: Date | null
    submittedAt: Date | null
    createdAt: Date
  }
  payment: {
    id: string
    roomId: string
    seq: number | null
    sellerId: string
    buyerId: string
    /** In cents. */
    amount: number
    currency: string
    description: string
    stripePaymentIntentId: string | null
    createdAt: Date
    updatedAt: Date
  } | null
}

/** What operations must know of disputes, and does to them. */
export interface DisputeQueue {
  /** Those that no bank has decided, the nearest deadline first, but none of payments that the reader is part of. */
  open: (readerId: string, limit: number) => Promise<FoundDispute[]>
  /** One; null where there is none that the reader may see. */
  find: (
    readerId: string,
    id: string,
  ) => Promise<(FoundDispute & { refunds: { amount: number; status: string; createdAt: Date }[] }) | null>
  /**
   * Hands in evidence, by Stripe's names.
   * @param alongside what is written in the same transaction
   * @throws Refusal DISPUTE_NOT_FOUND, DISPUTE_CLOSED
   */
  submit: (
    operatorId: string,
    input: { id: string; evidence: Record<string, string> },
    alongside: (tx: Transaction) => Promise<void>,
  ) => Promise<void>
}

export interface PaymentRefunds {
  /** By its id, or by that of its intent at Stripe; null where nobody has seen one. */
  find: (reference: string) => Promise<FoundPayment | null>
  /**
   * Refunds a payment or a part of it, as somebody who runs the site.
   * @param alongside what is written in the same transaction, given what was left before (cents); not again for a client id that was used before
   * @throws Refusal REFUND_NOT_PAID, REFUND_TOO_LARGE, REFUND_DISPUTED, REFUND_DISPUTE_LOST,
   *   REFUND_PLATFORM_ONLY, REFUND_FAILED
   */
  refund: (
    input: { id: string; client_id: string; amount: number; reason: string; from_platform: boolean },
    alongside: (tx: Transaction, left: number) => Promise<void>,
  ) => Promise<void>
}

/** The last look at Stripe's balance of a currency, beside the books; amounts in cents. */
export interface LookAtBalance {
  currency: string
  lookedAt: Date
  expected: number
  actual: number
  counts: boolean
  agreedAt: Date | null
  suspects: readonly string[]
}

/** A day or month of the books; amounts in cents. */
export interface BookPeriod extends BookAmounts {
  period: string
  paymentsCount: number
  balance: number
  difference: number | null
}

/** The books, by day and month; amounts in cents. */
export interface Books {
  currency: string
  periods: (range: BookRange) => Promise<BookPeriod[]>
  /** The transactions of a day of Amsterdam, the oldest first. */
  journals: (
    day: string,
    after: Place | null,
    limit: number,
  ) => Promise<
    {
      id: string
      stripeBalanceTransaction: string
      type: string
      kind: Journal['kind']
      source: string | null
      paymentRequestId: string | null
      net: number
      currency: string
      createdAt: Date
      lines: Journal['lines']
    }[]
  >
  looks: () => Promise<LookAtBalance[]>
  /** Reads what is new and compares now. @throws Refusal PROVIDER_UNAVAILABLE, PAYMENT_STATUS_FAILED */
  lookNow: () => Promise<LookAtBalance[]>
  /** Types of movements that nobody knows and nobody has seen. */
  unseenTypes: () => Promise<{ type: string; firstTransaction: string; foundAt: Date }[]>
  /** @returns false where it is seen already, or there is no such type */
  markTypeSeen: (tx: Transaction, type: string, operatorId: string) => Promise<boolean>
  health: () => Promise<BooksHealth>
}

/** How the books are, for whoever looks after the site. */
export interface BooksHealth {
  /** When they were last compared with Stripe; null before that. */
  lookedAt: Date | null
  /** Whether there is a difference that counts, and how large it is (cents). */
  differs: boolean
  difference: number
  unknownPayments: number
  unknownTypes: number
}

/** A payment at Stripe that nobody here knows. */
export interface FoundUnknownPayment {
  id: string
  stripeChargeId: string
  stripePaymentIntentId: string | null
  /** In cents. */
  amount: number
  currency: string
  state: UnknownPaymentState
  outcome: UnknownPaymentOutcome | null
  createdAt: Date
  decidedAt: Date | null
}

export interface UnknownPayments {
  /** Those that nobody decided about first, then the latest. */
  list: (limit: number) => Promise<FoundUnknownPayment[]>
  /**
   * Settles what one pays, as far as that is there.
   * @param alongside what is written in the same transaction
   * @throws Refusal UNKNOWN_PAYMENT_NOT_FOUND, UNKNOWN_PAYMENT_DECIDED, PROVIDER_UNAVAILABLE, PAYMENT_STATUS_FAILED
   */
  takeIn: (
    operatorId: string,
    id: string,
    alongside: (tx: Transaction, outcome: UnknownPaymentOutcome) => Promise<void>,
  ) => Promise<FoundUnknownPayment>
  /** Leaves one as it is. @throws Refusal UNKNOWN_PAYMENT_NOT_FOUND, UNKNOWN_PAYMENT_DECIDED */
  ignore: (
    operatorId: string,
    id: string,
    alongside: (tx: Transaction) => Promise<void>,
  ) => Promise<FoundUnknownPayment>
}

/** What keeps people from paying. */
export interface PaymentBlocks {
  /** What blocks somebody now; null where nothing does. */
  find: (executor: Executor, personId: string) => Promise<{ beganAt: Date; endsAt: Date } | null>
  /** Ends it before its time. @throws Refusal PAYMENT_BLOCK_OVER where nothing blocks them */
  lift: (tx: Executor, personId: string) => Promise<void>
}

/** One payment as it went, and as Stripe has it. */
export interface PaymentLookup {
  /** Our rows and Stripe's events, in order of time. */
  timeline: (
    id: string,
    eventsMax: number,
  ) => Promise<
    {
      at: Date
      kind: 'asked' | 'decided' | 'attempt' | 'refund' | 'dispute' | 'warning' | 'event'
      word: string
      method: string | null
      amount: number | null
      isHandled: boolean | null
    }[]
  >
  /** What it moved on the Stripe balance (cents); null while the books have nothing of it. */
  money: (id: string) => Promise<BookAmounts | null>
  /** How Stripe has it now, amounts in cents; null where Stripe cannot be asked. */
  ask: (
    id: string,
  ) => Promise<{ status: string; amount: number; received: number; refunded: number; differs: string[] } | null>
  /** Takes in what Stripe says of it. @throws Refusal PROVIDER_UNAVAILABLE, PAYMENT_STATUS_FAILED */
  lookAgain: (id: string) => Promise<void>
}

/** Erases what a feature keeps of somebody's words, in a transaction. */
export type Erasure = (tx: Transaction, afterCommit: AfterCommit, userId: string) => Promise<void>
