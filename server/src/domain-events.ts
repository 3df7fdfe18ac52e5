import type { NotificationKind, OperatorKind } from '@kundig/contract/notifications/notification-kinds'

import type { AfterCommit, Transaction } from './platform/database/database.ts'

/** Something that happened, of which one person is to be told: ids, amounts and states, no names or texts. */
export interface DomainEvent {
  kind: NotificationKind
  /** Who is to be told. */
  recipientId: string
  /** The request, the room, the payment request or the decision that it is about; of a seller's account, this very occasion: a new
   * one settles those before it. */
  subjectId: string
  /** The chat to which it leads. */
  roomId?: string | null
  /** Who did it. */
  actorId?: string | null
  /** In cents, of a payment. */
  amount?: number
  currency?: string
}

/** What people need not be told of any more. */
export interface SettledEvents {
  recipientId: string
  kinds: readonly NotificationKind[]
  /** All that these kinds are about, when left out. */
  subjectId?: string
}

/** Where features write down what happened; they know nothing of who is told how. */
export interface DomainEvents {
  /**
   * Writes down what happened, in the transaction in which it happens. The same kind of the same subject is told to a
   * person once, however often it is written down.
   */
  record: (tx: Transaction, afterCommit: AfterCommit, event: DomainEvent) => Promise<void>
  /** Takes back what has been dealt with: nobody is told of it any more, and in the bell it is read. */
  settle: (tx: Transaction, afterCommit: AfterCommit, events: SettledEvents) => Promise<void>
}

/** Notifies the operators who may decide a case, each of them once. */
export interface OperatorAlerts {
  /** @param isConcerned true for people who are part of the case: they are not notified */
  record: (
    tx: Transaction,
    afterCommit: AfterCommit,
    alert: Omit<DomainEvent, 'recipientId'> & { kind: OperatorKind },
    isConcerned: (userId: string) => boolean | Promise<boolean>,
  ) => Promise<void>
  /** Dismisses the notifications about a case that ended. */
  settle: (tx: Transaction, afterCommit: AfterCommit, kind: OperatorKind, subjectId: string) => Promise<void>
}
